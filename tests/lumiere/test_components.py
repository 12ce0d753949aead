"""The component file (L1.8): it is checked when loaded, and every fault names its field."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.components import load_components, parse_components
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.errors import BadComponents, BadFile, BadRecord
from lutetia.kernel.record import GameRecord, loads, reopen

pytestmark = pytest.mark.plain

STANDARD = (
    resources.files("lutetia.games.lumiere.rules").joinpath("components.toml").read_text("utf-8")
)


def changed(old: str, new: str) -> str:
    """The standard file with one place changed."""
    assert STANDARD.count(old) == 1, old
    return STANDARD.replace(old, new)


FAULTS = [
    ("format = 1", "format = 2", "format: must be 1"),
    ("format = 1", "", "format: must be 1"),
    ("format = 1", "format = true", "format: must be 1"),
    ("format = 1", "format = 1.0", "format: must be 1"),
    ("format = 1", "format = = 1", r"not a TOML file \("),
    ("[tiles]", "[tilos]", "tiles: this section is missing"),
    ('  ["oo", "or"],\n', "", r"tiles\.set: must list 8 tiles"),
    ('  ["oo", "or"],\n', '  ["oo", "or"],\n  ["oo", "or"],\n', r"tiles\.set: must list 8 tiles"),
    ('["oo", "or"]', '"oo or"', r"tiles\.set\[8\]: must be a list of rows in quotes"),
    ('["oo", "or"]', "[1, 2]", r"tiles\.set\[8\]: must be a list of rows in quotes"),
    ('["oo", "or"]', "[]", r"tiles\.set\[8\]: must be a list of rows in quotes"),
    ('["oo", "or"]', '["oo", "o"]', r"tiles\.set\[8\]: rows differ in length"),
    ('["oo", "or"]', '["", ""]', r"tiles\.set\[8\]: rows are empty"),
    ('["oo", "or"]', '["oo", "ob"]', r"tiles\.set\[8\]: unknown sign 'b', known are 'ormL'"),
    ('["oo", "or"]', '["ooo", "oro"]', r"tiles\.set\[8\]: must be two rows of two spaces"),
    ('["oo", "or"]', '["oo", "or", "oo"]', r"tiles\.set\[8\]: must be two rows of two spaces"),
    ('["oo", "or"]', '["oo", "oo"]', r"tiles\.set: 17 spaces 'o', not 16"),
    ('["ro", "mo"]', '["oo", "mo"]', r"tiles\.set: 17 spaces 'o', not 16"),
    ('["Lo", "om"]', '["ro", "om"]', r"tiles\.set: 8 spaces 'r', not 7"),
    ('["ro", "mo"]', '["mo", "mo"]', r"tiles\.set: 6 spaces 'r', not 7"),
    ('["Lo", "om"]', '["Lo", "oL"]', r"tiles\.set: 4 spaces 'm', not 5"),
    ('["Lo", "om"]', '["mo", "om"]', r"tiles\.set: 6 spaces 'm', not 5"),
    ("[buildings]", "[buildinks]", "buildings: this section is missing"),
    ('line    = ["###"]\n', "", r"buildings\.line: is missing"),
    ('line    = ["###"]\n', 'lane = ["###"]\n', r"buildings\.lane: no building has this name"),
    ('["###"]\n', '"###"\n', r"buildings\.line: must be a list of rows in quotes"),
    ('["###"]\n', '["##"]\n', r"buildings\.line: has 2 spaces, not 3"),
    ('["###"]\n', '["####"]\n', r"buildings\.line: has 4 spaces, not 3"),
    ('["###"]\n', '["###", "..."]\n', r"buildings\.line: has an empty row or column at its edge"),
    ('["###"]\n', '[".###"]\n', r"buildings\.line: has an empty row or column at its edge"),
    ('["###"]\n', '["##.#"]\n', r"buildings\.line: has an empty row or column at its edge"),
    ('["###"]\n', '["##.", "..#"]\n', r"buildings\.line: its spaces do not hang together"),
    ('["###"]\n', '["##", "#."]\n', r"buildings\.corner: is the same shape as line"),
    ('["###"]\n', '["#x#"]\n', r"buildings\.line: unknown sign 'x', known are '#\.'"),
    ("[large-streetlight]", "[large]", "large-streetlight: this section is missing"),
    ("pattern = [\n", "patten = [\n", r"large-streetlight\.pattern: must be a list of rows"),
    ('  "**L**",\n', "", r"large-streetlight\.pattern: must be five rows of five spaces"),
    ('  "**L**",\n', '  "*****",\n', r"large-streetlight\.pattern: one L must stand in the middle"),
    ('  "**L**",\n', '  "*L***",\n', r"large-streetlight\.pattern: one L must stand in the middle"),
    ('  "**L**",\n', '  "L*L**",\n', r"large-streetlight\.pattern: one L must stand in the middle"),
    ('  "**L**",\n', '  "**o**",\n', r"large-streetlight\.pattern: unknown sign 'o'"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), FAULTS, ids=[str(n) for n in range(len(FAULTS))]
)
def test_l1_8_every_fault_names_the_file_and_the_field(old: str, new: str, message: str) -> None:
    with pytest.raises(BadComponents, match=rf"^mine\.toml: {message}"):
        parse_components(changed(old, new), "mine.toml")


def test_l1_8_a_lamp_that_lights_nothing_is_refused() -> None:
    dark = STANDARD[: STANDARD.index("pattern = [")] + (
        'pattern = [".....", ".....", "..L..", ".....", "....."]\n'
    )
    with pytest.raises(BadComponents, match=r"large-streetlight\.pattern: lights no space"):
        parse_components(dark, "mine.toml")


@pytest.mark.parametrize("section", ["tiles = 3", "buildings = []", 'large-streetlight = "x"'])
def test_l1_8_a_section_of_another_kind_is_missing(section: str) -> None:
    name = section.split(" ", maxsplit=1)[0]
    others = [part for part in STANDARD.split("\n[") if not part.startswith(f"{name}]")]
    text = f"{section}\n" + "\n[".join(others)
    with pytest.raises(BadComponents, match=f"mine.toml: {name}: this section is missing"):
        parse_components(text, "mine.toml")


def test_l1_8_every_fact_says_where_it_comes_from() -> None:
    for word in ("printed", "public", "reconstruction"):
        assert f'= "{word}: ' in STANDARD
    assert STANDARD.count("provenance.") >= 7


def test_l1_8_a_users_own_file_is_used(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    # The zigzag mirrored, and a large streetlight that reaches no corner.
    text = changed('zigzag  = ["#.", "##", ".#"]', 'zigzag  = [".#", "##", "#."]')
    own.write_text(text.replace('".***."', '"..*.."'), encoding="utf-8")
    game, standard = Lumiere.open(components=own), Lumiere.open()
    assert game.components_digest != standard.components_digest
    zigzag = load_components(own).pieces.buildings["zigzag"]
    assert zigzag == ((0, 0), (0, 1), (1, 1), (1, 2))
    assert load_components(None).pieces.buildings["zigzag"] == ((0, 1), (0, 2), (1, 0), (1, 1))
    assert len(load_components(own).pieces.large_streetlight) == 8
    assert game.box.tobytes() != standard.box.tobytes()
    assert game.deal(derived_seed("x")).tobytes() == standard.deal(derived_seed("x")).tobytes()


def test_l1_8_the_digest_is_of_the_meaning_not_of_the_text(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    text = changed('line    = ["###"]\n', "").replace(
        'big-l   = ["###", "#..", "#..", "#.."]', 'big-l = ["###","#..","#..","#.."]\nline=["###"]'
    )
    own.write_text("# a comment\n" + text, encoding="utf-8")
    assert Lumiere.open(components=own).components_digest == Lumiere.open().components_digest


def test_l1_8_each_part_changes_the_digest() -> None:
    texts = [
        STANDARD,
        changed('["oo", "or"]', '["oo", "ro"]'),
        changed('["Lo", "rm"]', '["Lo", "mr"]'),
        changed('chunk   = [".##", "###"]', 'chunk   = ["##.", "###"]'),
        changed('  "**L**",\n', '  ".*L*.",\n'),
    ]
    assert len({parse_components(text, "x").digest() for text in texts}) == len(texts)


def test_l1_8_a_record_of_another_edition_is_replayed_with_that_edition(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(changed('["oo", "or"]', '["oo", "ro"]'), encoding="utf-8")
    game = Lumiere.open(components=own)
    record = loads(GameRecord.start(game, bytes(32), ["a", "b"]).dumps())
    assert reopen(record, open_game).components_digest == game.components_digest
    assert reopen(record, open_game).box.tobytes() == game.box.tobytes()

    # Earlier programs wrote no file into the record. Then somebody has to bring it.
    record.component_file = None
    with pytest.raises(BadRecord, match="components: this game was played with another"):
        reopen(record, open_game)
    assert reopen(record, open_game, own).components_digest == game.components_digest
    record.component_file = changed('["oo", "or"]', '["ro", "oo"]')
    with pytest.raises(BadRecord, match="components: this game was played with another"):
        reopen(record, open_game)


def test_l1_8_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.toml: cannot be read"):
        Lumiere.open(components=tmp_path / "none.toml")
    with pytest.raises(BadFile, match="cannot be read"):
        Lumiere.open(components=tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"binary\.toml: cannot be read"):
        Lumiere.open(components=tmp_path / "binary.toml")
