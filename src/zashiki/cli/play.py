"""`zashiki play`: a game in the terminal, with bots or with several people sharing the screen."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from zashiki.bots.hints import hints
from zashiki.bots.players import SECONDS
from zashiki.cli.common import (
    DialFile,
    Seconds,
    SetDials,
    given_options,
    naming,
    read_record,
    seat_count,
    wanted_game,
    write_text,
)
from zashiki.cli.language import WORDS
from zashiki.cli.screen import Screen
from zashiki.cli.seats import Sitter, seat_everybody, seat_words, sitting_on, written_seats
from zashiki.core.chance import Seeded, seeded
from zashiki.core.dials import dials
from zashiki.core.errors import BadNotation, BadOption, IllegalMove, ZashikiError
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.record import BOOKKEEPING, Kifu, kifu_of, replay
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Table
from zashiki.core.words import listed
from zashiki.fairness.check import SEAL, promise_in, seal
from zashiki.fairness.promise import Promise, Word, fresh_secret
from zashiki.games import GAMES

YES = ("y", "yes", "quit", "exit", "はい")


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="play_game")] = None,
    players: Annotated[int | None, typer.Option(help="players")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="N=WHO", help="play_seat"),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="option")] = None,
    seed: Annotated[int | None, typer.Option(help="play_seed")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="play_resume")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="play_save")] = None,
    seconds: Seconds = SECONDS,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """Play in the terminal: seat 0 is yours and guests of a middle level take the others, unless you say otherwise."""
    header: dict[str, str] = {} if seed is None else {"seed": str(seed)}
    promise = Promise(fresh_secret()) if seed is None else None
    if resume is not None:
        table, kifu, promise = resume_table(resume, game, seed)
        if players not in (None, table.players) or option or dial_file or set_dials:
            raise BadOption(WORDS("saved_as_it_is"))
        asked, header = sitting_on(kifu, table.players, seat_words(seat or [], table.players)), kifu.header | header
    elif game is None:
        raise BadOption(WORDS("which_game", known=listed(GAMES)))
    else:
        wanted = wanted_game(game, dial_file, set_dials)
        table = Table(wanted, seat_count(game, players), given_options(option or []), seed, promise)
        asked = seat_words(seat or [], table.players)
    rng = seeded(secrets.randbits(64) if seed is None else seed, 1)
    Evening(table, seat_everybody(table.players, asked), rng, seconds, save or resume, header, promise).go_on()


def resume_table(path: Path, game: str | None, seed: int | None) -> tuple[Table[Any, Any], Kifu, Promise | None]:
    """The table of a saved game, its record and its promise, if it was begun with one.

    The promise goes on with a fresh word: what is in the file, or came when it was resumed before, tells nothing of it.
    """
    kifu = read_record(path)
    with naming(path):
        table, promise = replay(kifu, GAMES), promise_in(kifu)
    if game not in (None, table.game.id):
        raise BadOption(WORDS("other_game", file=path, game=table.game.id, wanted=game))
    if table.over:
        raise BadOption(WORDS("saved_over", file=path))
    if promise is not None and seed is not None:
        raise BadOption(WORDS("promised", file=path))
    if promise is not None:
        promise = promise.with_word(Word(None, table.chance_events, secrets.token_hex(16)))
    table.chance = (promise or Promise(fresh_secret())) if seed is None else Seeded(seed)
    table.advance()
    return table, kifu, promise


def house_rules(game: AnyGame) -> list[str]:
    """What is not as printed, for the people at the table."""
    turned = [
        WORDS("house_rule", words=dial.words, number=game.turned[dial.name], printed=dial.value, clause=dial.clause)
        for dial in dials(game)
        if dial.name in game.turned
    ]
    return [WORDS("house_rules"), *turned] if turned else []


class Left(Exception):
    """The person at the screen leaves the table."""


@dataclass
class Evening:
    """One game at one terminal."""

    table: Table[Any, Any]
    sitters: list[Sitter]
    rng: list[int]
    seconds: float
    save: Path | None
    header: dict[str, str] = field(default_factory=dict)  # of the record being continued
    promise: Promise | None = None  # what the record is sealed with; None if not all of its chance was promised
    screen: Screen = field(init=False)
    known: dict[Viewer, set[int]] = field(default_factory=dict)  # the lines each person has been told
    before: Seat | None = None  # who is at the screen
    remarks: list[str] = field(default_factory=list)  # what is said with the next news

    def __post_init__(self) -> None:
        self.screen = Screen([sitter.name for sitter in self.sitters])
        self.people = [seat for seat, sitter in enumerate(self.sitters) if sitter.bot is None]

    def go_on(self) -> None:
        """Play until the game is over or the person leaves."""
        try:
            self.keep()
            for line in house_rules(self.table.game):
                self.screen.say(line, "bold")
            if self.promise is not None:
                self.screen.say(WORDS("commitment", commitment=self.promise.commitment), "dim")
            while not self.table.over:
                self.next_move()
                self.keep()
            self.finish()
        except (Left, EOFError, KeyboardInterrupt):
            self.keep()
            self.screen.say(WORDS("left_saved", file=self.save) if self.save else WORDS("left_unsaved"))

    def next_move(self) -> None:
        """One decision: when several seats may act, bots go first, then people from the lowest seat."""
        acting = self.table.to_act
        bots = [seat for seat in acting if seat not in self.people]
        if bots:
            self.let_bot_move(bots[0])
        else:
            self.let_person_move(acting[0])

    def let_bot_move(self, seat: Seat) -> None:
        bot = self.sitters[seat].bot
        assert bot is not None
        game, s = self.table.game, self.table.state
        options = game.legal_actions(s, seat)
        self.table.play(seat, bot.choose(game, game.eyes.view(s, seat), seat, options, self.rng, self.seconds))
        if not self.people:
            self.show_news(SPECTATOR)

    def let_person_move(self, seat: Seat) -> None:
        """Show the table and ask until a move is made or taken back."""
        if self.before != seat:
            self.draw_curtain(seat)
        self.show_table(seat)
        while not self.answer(seat, self.screen.ask(self.prompt(seat))):
            pass

    def prompt(self, seat: Seat) -> str:
        return f"{self.sitters[seat].name}> "

    def draw_curtain(self, seat: Seat) -> None:
        """Clear the screen between two people sharing it, so that neither sees the other's hand."""
        self.before = seat
        if len(self.people) > 1 and sys.stdin.isatty():
            self.screen.clear()
            self.screen.ask(WORDS("curtain", name=self.sitters[seat].name))

    def show_news(self, viewer: Viewer) -> None:
        again = self.screen.console.height if self.screen.in_place else 0
        self.known[viewer] = self.screen.told(self.table, viewer, self.known.get(viewer, ()), again)
        for remark in self.remarks:
            self.screen.say(remark, "dim")
        self.remarks.clear()

    def show_table(self, seat: Seat) -> None:
        game, s = self.table.game, self.table.state
        view = self.table.view(seat)

        def table() -> None:
            self.screen.rule(f"{game.name} · {game.screen.headline(view)}")
            self.screen.board(game, view)

        def question() -> None:
            self.screen.say("")
            self.screen.say(game.words.ask(s, seat), "bold")
            self.screen.options(game, s, seat, game.legal_actions(s, seat))

        self.screen.page(table, lambda: self.show_news(seat), question, prompt=self.prompt(seat), cut=True)

    def answer(self, seat: Seat, text: str) -> bool:
        """Carry out what was typed; returns whether to show the table again."""
        try:
            return self.try_move(seat, text) or self.try_command(seat, text)
        except IllegalMove as error:
            self.screen.say(WORDS("refused", sentence=self.screen.refusal(error)), "red")
        except ZashikiError as error:
            self.screen.refuse(error)
        return False

    def try_move(self, seat: Seat, text: str) -> bool:
        """Play the text if it is an option, by number or notation; Enter plays the only option. Returns whether it was one."""
        options = self.table.legal(seat)
        if not text and len(options) == 1:
            text = options[0]
        numbered = {str(number): option for number, option in enumerate(options, 1)}
        if text.isdecimal() and text not in options:
            if text not in numbered:
                raise BadNotation(WORDS("no_option", number=text, count=len(options)))
            text = numbered[text]
        if text not in options:
            return False
        self.table.play(seat, text)
        return True

    def try_command(self, seat: Seat, text: str) -> bool:
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(ALIASES.get(word, word))
        if command is not None:
            return command.carry_out(self, seat, rest)
        if text:
            self.table.play(seat, text)  # raises an error that says what is wrong
        return bool(text)

    # The commands; each returns whether the table should be shown again.

    def show_help(self, seat: Seat, rest: str) -> bool:
        known = {command.usage or WORDS(f"usage_{word}"): WORDS(f"command_{word}") for word, command in COMMANDS.items()}
        return self.screen.read(lambda: self.screen.commands(WORDS("what_to_type"), known))

    def show_rules(self, seat: Seat, rest: str) -> bool:
        return self.screen.read(lambda: self.screen.rules(self.table.game))

    def show_board(self, seat: Seat, rest: str) -> bool:
        if self.screen.in_place and not self.screen.cut:
            return True
        return self.screen.read(lambda: self.screen.board(self.table.game, self.table.view(seat)))

    def show_options(self, seat: Seat, rest: str) -> bool:
        game, s = self.table.game, self.table.state
        if not self.screen.in_place:
            self.screen.options(game, s, seat, game.legal_actions(s, seat))
        return self.screen.in_place

    def show_log(self, seat: Seat, rest: str) -> bool:
        return self.screen.read(lambda: self.screen.told(self.table, seat))

    def show_hint(self, seat: Seat, rest: str) -> bool:
        self.screen.say(WORDS("hint_title"))
        for hint in hints(self.table.game, self.table.view(seat), seat, len(self.table.lines)):
            before, after = hint.points
            fallback = WORDS("hint_points", before=before, after=after) if before != after else WORDS("hint_quiet")
            self.screen.say(WORDS("hint", move=hint.move, label=hint.label, aim=hint.aim or fallback))
        return False

    def explain(self, seat: Seat, rest: str) -> bool:
        if rest in self.table.legal(seat):
            self.screen.say(WORDS("is_allowed", move=rest))
            return False
        if not rest:
            raise BadNotation(WORDS("add_move"))
        self.table.copy().play(seat, rest)
        return False

    def take_back(self, seat: Seat, rest: str) -> bool:
        """Undo back to the person's last decision, along with everything bots did since."""
        table, taken = self.table, []
        try:
            if table.can_undo(seat):
                taken.append(table.undo(seat))
            while not taken or taken[-1].seat != seat:
                if table.lines and table.lines[-1].seat in set(self.people) - {seat}:
                    raise IllegalMove(WORDS("others_moved"), "")
                taken.append(table.undo())
        except IllegalMove:
            for line in reversed(taken):
                table.feed(str(line))
            raise
        self.remarks.append(WORDS("taken_back", line=taken[-1].text))
        self.known = {viewer: {line for line in lines if line < len(table.lines)} for viewer, lines in self.known.items()}
        return True

    def save_as(self, seat: Seat, rest: str) -> bool:
        if not rest:
            raise BadNotation(WORDS("add_file"))
        self.write(Path(rest))
        self.save = Path(rest)
        self.screen.say(WORDS("saved", file=rest))
        return False

    def leave(self, seat: Seat, rest: str) -> bool:
        question = WORDS("leave_saved", file=self.save) if self.save else WORDS("leave_unsaved")
        if self.screen.ask(question).lower() in YES:
            raise Left
        return False

    def keep(self) -> None:
        if self.save is not None:
            self.write(self.save)

    def write(self, path: Path) -> None:
        kept = {key: value for key, value in self.header.items() if key not in (*BOOKKEEPING, *SEAL, "seats")}
        kifu = kifu_of(self.table, {"seats": written_seats(self.sitters), "date": date.today().isoformat()} | kept)
        write_text(path, (kifu if self.promise is None else seal(kifu, self.promise)).write())

    def finish(self) -> None:
        """The end: the remaining news, the table with everything shown, the count and the winners."""
        viewer = SPECTATOR if len(self.people) != 1 else self.people[0]
        view = self.table.view(OPEN)

        def table() -> None:
            self.screen.rule(f"{self.table.game.name} · {WORDS('the_end')}")
            self.screen.board(self.table.game, view)

        def count() -> None:
            self.screen.say("")
            self.screen.count(self.table.game, view)

        self.screen.page(table, lambda: self.show_news(viewer), count)
        winners = [self.sitters[seat].name for seat in self.table.winners()]
        self.screen.say(WORDS("winners", names=WORDS("and").join(winners), count=len(winners)), "bold")
        if self.promise is not None:
            self.screen.say(WORDS("secret", secret=self.promise.secret.hex()), "dim")
        if self.save is not None:
            self.screen.say(WORDS("record_is_in", file=self.save))


@dataclass(frozen=True)
class Command:
    """What can be typed instead of a move."""

    usage: str  # "": the reader's language says it
    carry_out: Callable[[Evening, Seat, str], bool]


COMMANDS = {
    "board": Command("board", Evening.show_board),
    "hint": Command("hint", Evening.show_hint),
    "log": Command("log", Evening.show_log),
    "options": Command("options", Evening.show_options),
    "quit": Command("quit", Evening.leave),
    "rules": Command("rules", Evening.show_rules),
    "save": Command("save FILE", Evening.save_as),
    "undo": Command("undo", Evening.take_back),
    "why": Command("why MOVE", Evening.explain),
    "help": Command("", Evening.show_help),
}
ALIASES = {"?": "help", "exit": "quit"}
