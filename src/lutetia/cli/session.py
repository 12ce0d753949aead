"""One game at this terminal, for people and computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lutetia.ai.player import Player
from lutetia.cli.choices import grouped
from lutetia.cli.prompt import Ask
from lutetia.cli.render import renderer_for
from lutetia.cli.scoreboard import scoreboard
from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.errors import AmbiguousMove, MoveError
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record

HELP = """\
Type a move, or only its beginning; Tab completes it.
  moves [WORDS]   the legal moves, step by step: moves lay, moves lay:3:c1
  ? [WORD]        this help, or what a word of the game means
  board           show the position again
  score           points by line
  log             the moves so far
  undo            take back your last move (when you play alone)
  quit            stop; the game is saved and you can resume it"""


class Quit(Exception):
    """The person wants to stop."""


class Session:
    """Plays from the current state to the end, or until somebody quits."""

    def __init__(
        self,
        game: Game,
        record: GameRecord,
        states: list[Record],
        computers: Mapping[int, Player],
        console: Console,
        ask: Ask,
    ) -> None:
        self.game = game
        self.record = record
        self.states = states
        self.computers = computers
        self.console = console
        self.ask = ask
        self.renderer = renderer_for(game)
        self.people = [seat for seat in range(game.seats) if seat not in computers]
        self.behind_curtain: int | None = self.people[0] if len(self.people) == 1 else None

    @property
    def state(self) -> Record:
        """The true state; only views of it are ever shown."""
        return self.states[-1]

    def run(self) -> None:
        """Play on."""
        try:
            while not self.game.is_over(self.state):
                seat = int(self.state.to_move)
                if seat in self.computers:
                    self.computer_turn(seat)
                else:
                    self.person_turn(seat)
        except (Quit, EOFError):
            return
        self.record.finish(self.game, self.state)
        if self.people:
            self.show(WATCHER)
        self.console.print(scoreboard(self.game, self.state))

    def computer_turn(self, seat: int) -> None:
        """Let a computer player choose, and print its move."""
        view = self.game.view(self.state, seat)
        self.play(self.computers[seat].choose(self.game, view, seat))
        if not self.people and int(self.state.to_move) != seat:
            self.show(WATCHER)

    def person_turn(self, seat: int) -> None:
        """Show the person the table, and ask until the person gives a legal move."""
        self.draw_curtain(seat)
        self.show(seat)
        self.show_choices("")
        before = len(self.states)
        while len(self.states) == before and int(self.state.to_move) == seat:
            texts = self.legal_texts()
            line = self.ask(f"{self.game.seat_name(seat)}> ", texts).strip()
            if line:
                self.answer(seat, line)

    def draw_curtain(self, seat: int) -> None:
        """If several people use one screen, nobody sees the hand of another."""
        if self.behind_curtain == seat:
            return
        self.console.clear()
        name = self.game.seat_name(seat)
        self.ask(f"It is {name}'s turn. Press Enter when nobody else is looking. ", [])
        self.console.clear()
        self.behind_curtain = seat

    def answer(self, seat: int, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "moves": lambda: self.show_choices(rest),
            "help": lambda: self.explain(rest),
            "?": lambda: self.explain(rest),
            "board": lambda: self.show(seat),
            "score": lambda: self.console.print(scoreboard(self.game, self.seen(seat))),
            "log": lambda: self.show_log(seat),
            "undo": lambda: self.undo(seat),
        }
        if word.lower() in ("quit", "exit"):
            raise Quit
        if word.lower() in commands:
            commands[word.lower()]()
        else:
            self.try_move(line)

    def try_move(self, line: str) -> None:
        """Play the move that a line means, or say why it is not possible."""
        try:
            self.play(self.game.parse(self.state, line))
        except AmbiguousMove:
            self.show_choices(line)
        except MoveError as error:
            self.console.print(Text(str(error), style="bold red"))

    def play(self, move: int) -> None:
        """Play a move and print it."""
        before = self.state
        self.states.append(self.game.play(before, move))
        self.record.moves = [*self.record.moves, self.game.notation(move)]
        reader = self.people[0] if len(self.people) == 1 else WATCHER
        text = self.game.told(before, move, reader)
        self.console.print(
            Text(f"{self.game.seat_name(int(before.to_move))}: {text}", style="bold")
        )

    def undo(self, seat: int) -> None:
        """Go back to this person's last move."""
        if len(self.people) > 1:
            self.console.print("undo works only when you play alone", style="bold red")
            return
        back = next(
            (at for at in range(len(self.states) - 2, -1, -1) if self.states[at].to_move == seat),
            None,
        )
        if back is None:
            self.console.print("you have no move to take back", style="bold red")
            return
        while back > 0 and self.game.continues(self.states[back]):
            back -= 1
        del self.states[back + 1 :]
        self.record.moves = self.record.moves[:back]
        self.show(seat)
        self.show_choices("")

    def seen(self, seat: int) -> Record:
        """What a seat may see; everything after the end of the game."""
        over = self.game.is_over(self.state)
        return self.state if over else self.game.view(self.state, seat)

    def show(self, seat: int) -> None:
        """The table as a seat sees it."""
        view = self.seen(seat)
        self.console.print()
        self.console.print(self.renderer.table(self.game, view))
        hand = None if seat == WATCHER else self.renderer.hand(self.game, view, seat)
        if hand is not None:
            self.console.print(hand)
        self.console.print()

    def legal_texts(self) -> list[str]:
        """All legal moves as text."""
        return [self.game.notation(int(move)) for move in self.game.legal_moves(self.state)]

    def show_choices(self, given: str) -> None:
        """The legal moves that begin with these words."""
        rows = grouped(self.legal_texts(), given)
        if not rows:
            self.console.print(f"no legal move begins with {given!r}", style="bold red")
            return
        table = Table(box=None, show_header=False, padding=(0, 2))
        for head, following in rows:
            table.add_row(Text(head, style="bold"), Text(following))
        self.console.print(table)

    def explain(self, word: str) -> None:
        """Help, or the meaning of a word."""
        wanted = word.strip().lower()
        found = self.renderer.explain(self.game, wanted) if wanted else None
        if found is not None:
            self.console.print(found)
            return
        if wanted:
            self.console.print(f"the game has no word {wanted!r}", style="bold red")
        self.console.print(HELP)
        words = self.renderer.words()
        if words:
            self.console.print("Words: " + ", ".join(words))

    def show_log(self, seat: int) -> None:
        """The moves so far, as a seat may read them."""
        for number, (before, text) in enumerate(zip(self.states, self.record.moves, strict=False)):
            move = self.game.read(text)
            name = self.game.seat_name(int(before.to_move))
            self.console.print(f"{number + 1:3} {name}: {self.game.told(before, move, seat)}")
