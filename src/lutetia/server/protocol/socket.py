"""The messages of the socket `/ws/tables/{id}` in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from lutetia.server.protocol.base import (
    Author,
    Fault,
    Json,
    Level,
    Line,
    Name,
    Notation,
    Ply,
    Seat,
    Share,
    Wire,
)
from lutetia.server.protocol.table import (
    ChatLine,
    Hint,
    MovePreview,
    PastPosition,
    TableInfo,
    TableState,
)

RequestId = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Request(Wire):
    """Every message of a client carries a number; `done` or `error` answers it."""

    id: RequestId


class SeatRequest(Request):
    """A request for one seat."""

    seat: Seat


class MoveRequest(SeatRequest):
    """Play a legal move in the position that `ply` names."""

    type: Literal["move"]
    ply: Ply
    move: Notation


class UndoRequest(SeatRequest):
    """Take back the last step of this seat, at once or after the others agree."""

    type: Literal["undo"]


class ResignRequest(SeatRequest):
    """Give up."""

    type: Literal["resign"]


class DrawRequest(SeatRequest):
    """Offer a draw."""

    type: Literal["draw"]


class RematchRequest(SeatRequest):
    """Offer another game. The loser starts if the game has that option."""

    type: Literal["rematch"]
    promise: Share | None = None
    """The hash of what you will contribute to the seed of that game."""


class ReplaceRequest(SeatRequest):
    """Ask the others to let the computer play for an absent seat."""

    type: Literal["replace"]
    absent: Seat
    level: Level = 4


class AnswerRequest(SeatRequest):
    """Answer the open question. The seat that asked can answer no to withdraw it."""

    type: Literal["answer"]
    ask: Annotated[int, Field(ge=0)]
    yes: bool
    promise: Share | None = None
    """If you agree to a rematch: the hash of what you will contribute to the seed of that game."""


class ChatRequest(Request):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class ReportRequest(Request):
    """Report a line of chat to the operator of the server."""

    type: Literal["report"]
    line: Annotated[int, Field(ge=0, le=2**53)]


class MuteRequest(Request):
    """As the host: mute a writer of the chat at this table, for everybody, or let them write
    again."""

    type: Literal["mute"]
    author: Author
    muted: bool


class ExcludeRequest(Request):
    """As the host: send a writer of the chat who has no seat away from this table, or let them
    back in."""

    type: Literal["exclude"]
    author: Author
    excluded: bool = True


class PreviewRequest(SeatRequest):
    """Ask for the scores after some legal moves, each alone, or after lines of moves."""

    type: Literal["preview"]
    ply: Ply
    moves: Annotated[list[Line], Field(min_length=1, max_length=64)]
    then: bool = False
    """Whether to list the legal moves afterwards too."""


class FiguresRequest(SeatRequest):
    """Ask what the things at the table would bring this seat now."""

    type: Literal["figures"]
    ply: Ply


class HintRequest(SeatRequest):
    """Ask for a hint. This is possible only if no other person plays against you."""

    type: Literal["hint"]
    ply: Ply


class PastRequest(Request):
    """Ask for the last positions of this game again, as `seat` sees them (null: a watcher)."""

    type: Literal["past"]
    seat: Seat | None
    first: Ply
    """The number of moves before the first of these positions."""


class SitRequest(SeatRequest):
    """Take an open seat."""

    type: Literal["sit"]
    name: Name | None = None
    share: Share | None = None
    """What you contribute to the seed of the shuffle. The server draws one if you send none."""
    promise: Share | None = None
    """Better, instead of the share: its hash. You reveal the share when `drawing` is set."""


class RevealRequest(SeatRequest):
    """Reveal the share that you promised. This is possible when everybody sits."""

    type: Literal["reveal"]
    share: Share


class LeaveRequest(SeatRequest):
    """Leave a seat. Before the game it is open again; later it waits for you.

    The host may also send a computer away from its seat before the game."""

    type: Literal["leave"]


class ComputerRequest(SeatRequest):
    """Give an open seat to a computer, or change its level. Only the host may, before the game."""

    type: Literal["computer"]
    level: Level


class SwapRequest(SeatRequest):
    """Let two seats change places. Only the host may, before the game."""

    type: Literal["swap"]
    other: Seat


class StartRequest(Request):
    """Begin the game when every seat is taken. Only the host may."""

    type: Literal["start"]


class CloseRequest(Request):
    """Close the table. Only the host may, before the game."""

    type: Literal["close"]


class ReturnRequest(SeatRequest):
    """Take your seat back from the computer that plays for you while you are absent."""

    type: Literal["return"]


class ResyncRequest(Request):
    """Ask for everything again."""

    type: Literal["resync"]


class PingRequest(Request):
    """Check the connection."""

    type: Literal["ping"]


ClientMessage = Annotated[
    MoveRequest
    | UndoRequest
    | ResignRequest
    | DrawRequest
    | RematchRequest
    | ReplaceRequest
    | AnswerRequest
    | ChatRequest
    | ReportRequest
    | MuteRequest
    | ExcludeRequest
    | PreviewRequest
    | FiguresRequest
    | HintRequest
    | PastRequest
    | SitRequest
    | RevealRequest
    | LeaveRequest
    | ComputerRequest
    | SwapRequest
    | StartRequest
    | CloseRequest
    | ReturnRequest
    | ResyncRequest
    | PingRequest,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Welcome(Wire):
    """Everything about the table: the first message, and the answer to `resync`."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    table: TableInfo
    state: TableState
    chat: list[ChatLine]
    author: str = ""
    """You, as a writer of the chat."""
    muted: list[str] = Field(default_factory=list)
    """The writers whom the host has muted at this table."""
    excluded: list[str] = Field(default_factory=list)
    """The writers whom the host has sent away."""


class StateMessage(Wire):
    """The table has changed. This is sent after the change is stored."""

    type: Literal["state"] = "state"
    state: TableState


class ChatMessage(Wire):
    """A new line of chat."""

    type: Literal["chat"] = "chat"
    line: ChatLine


class MutedMessage(Wire):
    """The host has muted a writer of the chat or sent one away, or takes this back."""

    type: Literal["muted"] = "muted"
    muted: list[str]
    """All whom the host has muted at this table."""
    excluded: list[str] = Field(default_factory=list)
    """All whom the host has sent away."""


class PresenceMessage(Wire):
    """Who is connected."""

    type: Literal["presence"] = "presence"
    online: list[int]
    """Seats of connected players and of computers."""
    watchers: int


class DoneMessage(Wire):
    """The request was carried out and stored. It cannot be lost."""

    type: Literal["done"] = "done"
    id: int
    ply: int


class ErrorMessage(Wire):
    """The request was refused and changed nothing."""

    type: Literal["error"] = "error"
    id: int | None
    """The request's number; null if it could not be read."""
    error: Fault


class PreviewMessage(Wire):
    """The answer to `preview`."""

    type: Literal["preview"] = "preview"
    id: int
    ply: int
    previews: list[MovePreview]


class FiguresMessage(Wire):
    """The answer to `figures`."""

    type: Literal["figures"] = "figures"
    id: int
    ply: int
    figures: Json
    """In the game's own form; empty if the game has none."""


class HintMessage(Wire):
    """The answer to `hint`."""

    type: Literal["hint"] = "hint"
    id: int
    ply: int
    hint: Hint


class PastMessage(Wire):
    """The answer to `past`. The last position is the present one."""

    type: Literal["past"] = "past"
    id: int
    ply: int
    first: int
    """The number of moves before the first position. It may be larger than you asked for."""
    positions: list[PastPosition]


class PongMessage(Wire):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    id: int


class ByeMessage(Wire):
    """The server closes the socket. Connect again after `again_ms`, if it is given."""

    type: Literal["bye"] = "bye"
    reason: Fault
    again_ms: int | None = None


ServerMessage = Annotated[
    Welcome
    | StateMessage
    | ChatMessage
    | MutedMessage
    | PresenceMessage
    | DoneMessage
    | ErrorMessage
    | PreviewMessage
    | FiguresMessage
    | HintMessage
    | PastMessage
    | PongMessage
    | ByeMessage,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
