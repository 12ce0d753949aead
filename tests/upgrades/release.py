"""Writes what a release leaves behind, by using that release as its people do.

    .venv/bin/python -m tests.upgrades.release SOURCE FOLDER

SOURCE is the `src` folder of the released program. Its server keeps a database while people, a bot
and computers play at its tables; its commands write records. Everything goes through the command
line and the network, so this script needs nothing from inside the program that it runs.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.upgrades.program import Program, Serving
from tests.upgrades.visitor import Seat, Visitor, play

PASSWORD = "a password for tests"
OPTIONS = {
    "lumiere": (
        {"postcards": "first-game", "start": "orange"},
        {"postcards": "random", "penseur": "own", "start": "blue"},
        {"postcards": "random", "two-tile-hand": "true"},
    ),
    "belle_epoque": (
        {"start": "blue"},
        {"setup": "advanced", "wood": "eights"},
        {"setup": "advanced", "placement": "any-district", "wood": "eights"},
    ),
}
EXPORTED = ("two-people", "three", "rated-over")
"""Tables that `lutetia admin export` writes, too."""
PLAYERS = {"lumiere": (2, 2, 2), "belle_epoque": (2, 3, 4)}


class Story:
    """What happens at the tables of one server."""

    def __init__(self, address: str, data: Path) -> None:
        self.address = address
        self.data = data
        self.chance = random.Random(1)
        self.tables: dict[str, str] = {}
        """The id of each table by what is special about it."""
        self.anna, self.bert, self.carl = (self._guest(name) for name in ("Anna", "Bert", "Carl"))
        self.dora, self.emil = (self._account(name) for name in ("Dora", "Emil"))
        made = self.dora.ask("POST", "/api/bots", {"name": "Automaton"})
        token = {"authorization": f"Bearer {made['token']}"}
        self.bot = Visitor(address, "Automaton", token)

    def _guest(self, name: str) -> Visitor:
        who = Visitor(self.address, name)
        who.ask("GET", "/api/me")
        who.ask("PATCH", "/api/me", {"name": name})
        return who

    def _account(self, name: str) -> Visitor:
        who = self._guest(name)
        who.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        return who

    @contextmanager
    def _gathered(self, table: str, *people: Visitor) -> Iterator[list[Seat]]:
        """The people at a table, the first of them its host, all seated and connected."""
        for number, who in enumerate(people[1:], 1):
            who.sit(table, number)
        with ExitStack() as stack:
            yield [stack.enter_context(who.at(table)) for who in people]

    def waiting(self) -> None:
        """Tables that wait for players, and one that was closed."""
        self.tables["waiting"] = self.anna.open("lumiere", "me", "open", listed=True)
        self.tables["waiting-for-two"] = table = self.anna.open(
            "belle_epoque", "me", "open", "open", listed=True, options={"setup": "advanced"}
        )
        self.bert.sit(table, 1)
        self.tables["closed"] = table = self.carl.open("lumiere", "me", "open", listed=True)
        self.carl.ask("DELETE", f"/api/tables/{table}")

    def two_people(self) -> None:
        """La Cité in the middle: chat, a takeback, days for each turn."""
        clock = {"kind": "days", "days": 3}
        table = self.anna.open("lumiere", "me", "open", listed=True, clock=clock)
        self.tables["two-people"] = table
        with self._gathered(table, self.anna, self.bert) as seats:
            play(seats, self.chance, 9)
            seats[0].ask("chat", text="Bonsoir !")
            self._take_back(seats)
            play(seats, self.chance, 4)

    def _take_back(self, seats: list[Seat]) -> None:
        """Whoever made the last move takes it back; the others agree if they are asked."""
        play(seats, self.chance, 1)
        made = seats[0].state["ply"]
        mover = seats[0].state["views"][0]["log"][-1]["seat"]
        hers = next(s for s in seats if any(v["seat"] == mover for v in s.state["views"]))
        hers.ask("undo", seat=mover)
        for seat in seats:
            if seat is not hers:
                seat.until(lambda state: bool(state["ask"] or state["ply"] > made))
                if ask := seat.state["ask"]:
                    number = seat.state["views"][0]["seat"]
                    seat.ask("answer", seat=number, ask=ask["id"], yes=True)
        for seat in seats:
            seat.until(lambda state: bool(state["ply"] > made))

    def against_the_computer(self) -> None:
        """One person and a computer, in the middle of both games."""
        for game in ("lumiere", "belle_epoque"):
            table = self.anna.open(game, "me", 1)
            self.tables[f"{game}-computer"] = table
            with self._gathered(table, self.anna) as seats:
                play(seats, self.chance, 5)
                seats[0].until(lambda state: bool(state["to_move"] == 0))

    def one_screen(self) -> None:
        """Two people share a screen, with minutes on the clock."""
        clock = {"kind": "minutes", "minutes": 60, "increment": 5}
        options = {"postcards": "random", "two-tile-hand": True}
        table = self.carl.open("lumiere", "me", "me", clock=clock, options=options)
        self.tables["one-screen"] = table
        with self._gathered(table, self.carl) as seats:
            play(seats, self.chance, 20)

    def three_and_four(self) -> None:
        """Belle Époque in the middle: three with chat and takeback, four with a bot."""
        options = {"setup": "advanced", "placement": "any-district", "wood": "eights"}
        table = self.bert.open("belle_epoque", "me", "open", 1, listed=True, options=options)
        self.tables["three"] = table
        with self._gathered(table, self.bert, self.carl) as seats:
            play(seats, self.chance, 15)
            self._take_back(seats)
            seats[1].ask("chat", text="Zażółć gęślą jaźń")
            play(seats, self.chance, 6)
        table = self.dora.open("belle_epoque", "me", "open", "open", 1)
        self.tables["four"] = table
        with self._gathered(table, self.dora, self.anna, self.bot) as seats:
            play(seats, self.chance, 24)

    def rated(self) -> None:
        """Two accounts: one game played to its end, the next in the middle."""
        table = self.dora.open("lumiere", "me", "open", rated=True, listed=True)
        self.tables["rated-over"] = table
        with self._gathered(table, self.dora, self.emil) as seats:
            play(seats, self.chance)
            seats[0].ask("rematch", seat=0)
            seats[1].until(lambda state: state["ask"] is not None)
            seats[1].ask("answer", seat=1, ask=seats[1].state["ask"]["id"], yes=True)
            seats[0].until(lambda state: state["next_table"] is not None)
            self.tables["rated"] = str(seats[0].state["next_table"])
        with ExitStack() as stack:
            people = (self.dora, self.emil)
            seats = [stack.enter_context(who.at(self.tables["rated"])) for who in people]
            play(seats, self.chance, 12)

    def over(self) -> None:
        """Finished games: played to the end, resigned; shared, analysed, branched from."""
        table = self.anna.open("belle_epoque", "me", "me", options={"start": "orange"})
        self.tables["belle-epoque-over"] = table
        with self._gathered(table, self.anna) as seats:
            play(seats, self.chance)
        table = self.bert.open("lumiere", "me", "open", listed=True)
        self.tables["resigned"] = table
        with self._gathered(table, self.bert, self.carl) as seats:
            play(seats, self.chance, 6)
            seats[1].ask("resign", seat=1)
        over = self.tables["rated-over"]
        record = self.dora.ask("GET", f"/api/tables/{over}/record")
        self.tables["shared"] = self.dora.ask("POST", "/api/records", {"record": record})["id"]
        self.tables["branch"] = table = self.emil.branch(over, 20, "me", 1)
        with self._gathered(table, self.emil) as seats:
            play(seats, self.chance, 2)

    def asked(self) -> None:
        """A question that waits for its answer."""
        table = self.emil.open("lumiere", "me", "open")
        self.tables["asked"] = table
        with self._gathered(table, self.emil, self.bert) as seats:
            play(seats, self.chance, 8)
            seats[0].ask("draw", seat=0)

    def analysed(self) -> None:
        """An analysis that is done."""
        wish = {"table": self.tables["rated-over"], "effort": 1}
        found = self.dora.ask("POST", "/api/analyses", wish)
        while found["state"] not in {"done", "failed"}:
            time.sleep(1)
            found = self.dora.ask("GET", f"/api/analyses/{found['id']}")
        assert found["state"] == "done", found
        self.tables["analysis"] = found["id"]

    def left_thinking(self, serving: Serving) -> None:
        """A computer whose move the server never saw: it dies while the computer thinks."""
        table = self.carl.open("lumiere", "me", 8, options={"start": "orange"})
        self.tables["thinking"] = table
        with self._gathered(table, self.carl) as seats:
            while seats[0].mine() is not None:
                legal = seats[0].view(0)["legal"]
                seats[0].ask("move", seat=0, ply=seats[0].state["ply"], move=legal[0])
                seats[0].read()
            serving.kill()

    def people(self) -> dict[str, Any]:
        """Who everybody is for the server, as their browsers keep it."""
        everybody = (self.anna, self.bert, self.carl, self.dora, self.emil, self.bot)
        return {who.name: who.credentials for who in everybody}


def write_database(program: Program, target: Path) -> None:
    """The database of a server, and who came to it."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with program.serving(data) as serving:
            story = Story(serving.address, data)
            story.waiting()
            story.two_people()
            story.against_the_computer()
            story.one_screen()
            story.three_and_four()
            story.rated()
            story.over()
            story.asked()
            story.analysed()
            story.left_thinking(serving)
        database = sqlite3.connect(data / "lutetia.sqlite")
        # One file without a log beside it, as small as it can be.
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
        database.close()
        shutil.copy(data / "lutetia.sqlite", target / "lutetia.sqlite")
        kept = [story.tables[name] for name in EXPORTED]
        lines = program.run("admin", "export", "--data", str(data), *kept)
        (target / "tables.jsonl").write_text(lines, encoding="utf-8")
        _write(target / "people.json", {"people": story.people(), "tables": story.tables})


def write_records(program: Program, folder: Path) -> None:
    """Records of both games with all their options, and one that was left in the middle."""
    for game, choices in OPTIONS.items():
        for number, (players, options) in enumerate(zip(PLAYERS[game], choices, strict=True), 1):
            words = [w for name, value in options.items() for w in ("--option", f"{name}={value}")]
            with tempfile.TemporaryDirectory() as out:
                program.run(
                    "selfplay", game, "--players", str(players), *words,
                    "--seed", f"release {number}", "--out", out,
                )  # fmt: skip
                (written,) = Path(out).iterdir()
                shutil.copy(written, folder / f"{game}-{number}.json")
        left = folder / f"{game}-left.json"
        program.run(
            "play", game, "--seed", "left", "--option", "start=orange", "--against", "random",
            "--out", str(left), stdin=MOVES_LEFT[game],
        )  # fmt: skip


MOVES_LEFT = {
    "lumiere": "take:smile\ntake:line\nquit\n",
    "belle_epoque": "draw:1\nkey:chaillot\nend\ndraw:2\nkey:arc\nquit\n",
}
"""What the person of a game that is left types."""


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Write everything into an empty folder."""
    source, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    (folder / "records").mkdir(parents=True)
    program = Program(source)
    write_records(program, folder / "records")
    write_database(program, folder)


if __name__ == "__main__":
    main()
