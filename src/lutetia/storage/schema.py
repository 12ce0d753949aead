"""The database tables.

`entries` holds the logs of all game tables. `tables` holds their headers. The state of a game table
follows from these two. `tables` and `seatings` also repeat what lists need; `lutetia admin check`
checks that this agrees with the logs.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

settings = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(48), nullable=False),
    Column("name_key", String(96), unique=True),  # of accounts and bots: case does not matter
    Column("look_key", String(96)),  # the same for names that look the same
    Column("password", Text),
    Column("serial", Integer, nullable=False),  # raised to sign all devices out
    Column("owner", String(40), index=True),  # of a bot
    Column("token_hash", String(64), unique=True),
    Column("created", BigInteger, nullable=False),
    Index("ix_players_look_key", "look_key", unique=True),
)

ended_sessions = Table(
    "ended_sessions",
    METADATA,
    # A session is the sign-in of one browser. A player may be a guest who is not stored.
    Column("player", String(40), primary_key=True),
    Column("session", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("components", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opening", JSON, nullable=False),
    Column("branch_of", String(64)),
    Column("plays_on", Integer, nullable=False, server_default="4"),
    Column("pair", JSON(none_as_null=True)),
    Column("component_file", Text),  # the players' own
    # Rebuilt from the entries:
    Column("phase", String(10), nullable=False),
    Column("to_move", Integer),
    Column("thinking", Boolean, nullable=False),
    Column("halted", Boolean, nullable=False, server_default=false()),
    Column("deadline", BigInteger),
    Column("moves", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ranks", JSON(none_as_null=True)),
    Index("ix_tables_listed_phase_updated", "listed", "phase", "updated"),
    Index("ix_tables_deadline", "deadline"),
    Index("ix_tables_thinking_updated", "thinking", "updated"),
    Index("ix_tables_halted_id", "halted", "id"),
)

entries = Table(
    "entries",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("move", String(80)),
    Column("data", JSON, nullable=False),
)

seatings = Table(
    "seatings",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("ix_seatings_player", "player"),
)

chat = Table(
    "chat",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),
    Column("player", String(40), nullable=False, index=True),
    Column("name", String(48), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_chat_table_id_number", "table_id", "number"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("player", String(40), ForeignKey("players.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("ordinal", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_ratings_game_seats_ordinal", "game", "seats", "ordinal"),
)

results = Table(
    "results",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("name", String(48)),
    Column("level", Integer),
    Column("rank", Integer, nullable=False),
    Column("lines", JSON, nullable=False),
    Column("used", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

rated_tables = Table(
    "rated_tables",
    METADATA,
    # This row and the new ratings are one transaction, so a table is rated only once.
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("changes", JSON, nullable=False),
)

shared_records = Table(
    "shared_records",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, index=True),  # of records that guests shared
)

analyses = Table(
    "analyses",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("state", String(10), nullable=False),
    Column("progress", Float, nullable=False),
    Column("record", Text, nullable=False),
    Column("effort", Integer, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("error", Text),
    Column("updated", BigInteger, nullable=False),
    Column("owner", String(40), index=True),  # until it is finished
)

bans = Table(
    "bans",
    METADATA,
    Column("whom", String(64), primary_key=True),  # a player or a network address
    Column("kind", String(10), primary_key=True),  # ban, mute
    Column("until", BigInteger),
)

beats = Table(
    "beats",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),  # one row
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    METADATA,
    Column("begin", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    METADATA,
    Column("id", String(64), primary_key=True),  # a hash of the endpoint
    Column("player", String(40), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("base", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

mail_addresses = Table(
    "mail_addresses",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("address", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("base", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
)

holidays = Table(
    "holidays",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("begin", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(16), nullable=False),
    Column("line", Integer, nullable=False),  # the number of the line of chat
    Column("player", String(40), nullable=False),
    Column("name", String(48), nullable=False),
    Column("text", Text, nullable=False),
    Column("reporter", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", BigInteger),
    UniqueConstraint("line", "reporter"),
)

seekers = Table(
    "seekers",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("name", String(48), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Integer),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table_id", String(16)),
    Column("promise", String(64)),
    Column("kind", String(10), nullable=False, server_default="account"),
    Index("ix_seekers_game_since", "game", "since"),
)

guest_seats = Table(
    "guest_seats",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("player", String(40), primary_key=True),
    # A keyed hash of the address.
    Column("whence", String(64), nullable=False, index=True),
    Column("at", BigInteger, nullable=False, server_default="0"),
)

table_bans = Table(
    "table_bans",
    METADATA,
    # Whom the host of a table has muted or excluded.
    Column("table_id", String(16), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),  # mute, exclude
    Column("at", BigInteger, nullable=False),
)

sign_ins = Table(
    "sign_ins",
    METADATA,
    # From where an account has signed in: keyed hashes of addresses and of browsers.
    Column("player", String(40), primary_key=True),
    Column("whence", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("author", String(16), primary_key=True),  # as in the chat: a hash of a player
    Column("at", BigInteger, nullable=False),
)

operators = Table("operators", METADATA, Column("player", String(40), primary_key=True))
