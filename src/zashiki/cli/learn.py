"""`zashiki learn`: the guided first game of a game in the terminal, and then the rest of it against bots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated

import typer

from zashiki.bots.company import gentle
from zashiki.bots.players import SECONDS
from zashiki.cli.language import WORDS, speak
from zashiki.cli.play import Evening
from zashiki.cli.screen import Screen
from zashiki.cli.seats import HUMAN, seat_everybody
from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson, Step
from zashiki.core.teaching import AnyTable, after, reply_to, table_at
from zashiki.core.words import LANGUAGES, listed
from zashiki.fairness.promise import Promise, fresh_secret
from zashiki.games import GAMES, find_game


def learn(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="learn_game")] = None,
    chapter: Annotated[int, typer.Option(min=1, help="learn_chapter")] = 1,
    language: Annotated[str, typer.Option(help="learn_language")] = LANGUAGES[0],
) -> None:
    """Learn a game by playing: a host leads you through a first game, and then you play on."""
    speak(language)
    if game is None:
        list_lessons()
        return
    known = find_game(game)
    if known.lessons is None:
        raise BadOption(WORDS("no_lesson", game=known.name))
    lesson = known.lessons.lesson()
    if chapter > len(lesson.chapters):
        raise BadOption(WORDS("no_chapter", number=chapter, count=len(lesson.chapters)))
    Lecture(known, lesson).give(chapter - 1)


def list_lessons() -> None:
    """Print the lessons, the lightest first, with their chapters."""
    screen = Screen(())
    screen.say(WORDS("begin"), "dim")
    lessons = [(game, game.lessons.lesson()) for game in GAMES.values() if game.lessons is not None]
    for game, lesson in sorted(lessons, key=lambda each: each[1].weight):
        screen.say(f"{game.id}: {lesson.title}", "bold")
        for number, chapter in enumerate(lesson.chapters, 1):
            screen.say(f"  {number}. {chapter.title}")


class Left(Exception):
    """The learner leaves."""


@dataclass
class Jump(Exception):
    """The learner wants to be elsewhere: at this step of all."""

    to: int


class Lecture:
    """One lesson at one terminal."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        others = [seat for seat in range(lesson.players) if seat != lesson.seat]
        self.sitters = seat_everybody(lesson.players, dict(zip(others, gentle(len(others)), strict=True)) | {lesson.seat: HUMAN})
        self.screen = Screen([sitter.name for sitter in self.sitters])
        self.steps = list(lesson.steps())
        self.at = 0

    def give(self, chapter: int) -> None:
        """Go through the steps from a chapter on, then play on."""
        self.at = self.first_of(chapter)
        try:
            while self.at < len(self.steps):
                try:
                    self.take_step()
                    self.at += 1
                except Jump as jump:
                    self.at = jump.to
        except (Left, EOFError, KeyboardInterrupt):
            here = self.lesson.chapters.index(self.steps[min(self.at, len(self.steps) - 1)][0])
            self.screen.say(WORDS("left", game=self.game.id, number=here + 1))
            return
        self.play_on()

    def first_of(self, chapter: int) -> int:
        """The first step of a chapter, among all steps."""
        return next(k for k, (each, _, _) in enumerate(self.steps) if each is self.lesson.chapters[chapter])

    def take_step(self) -> None:
        """Show a step, and wait until it is done."""
        chapter, number, step = self.steps[self.at]
        title = WORDS("lesson", game=self.game.name, chapter=chapter.title, number=number, count=len(chapter.steps))
        table = table_at(self.game, self.lesson, step)
        meant = [move for move in table.legal(self.lesson.seat) if move in step.point] if step.ask else []
        say = str(step.say)
        if meant:
            say = WORDS("with_meant", sentence=say, meant=WORDS("meant", moves=listed(meant)))
        last = self.at == len(self.steps) - 1
        prompt = WORDS("answer" if step.ask else "play_on" if last else "go_on")
        self.show(title, table, len(step.before) - len(step.lines), prompt, say, asked=bool(step.ask))
        while True:
            typed = self.screen.ask(prompt)
            if typed in COMMANDS:
                COMMANDS[typed](self)
            elif not step.ask or typed == "show" or self.is_right(title, table, step, typed):
                return

    def show(self, title: str, table: AnyTable, since: int, prompt: str, say: str, clause: str = "", *, asked: bool) -> None:
        """The table, what has just happened, the host's words, and the options where a move is asked for."""
        seat, view = self.lesson.seat, table.view(self.lesson.seat)

        def draw() -> None:
            self.screen.rule(title)
            self.screen.board(self.game, view)

        def question() -> None:
            self.screen.say("")
            self.screen.say(WORDS("with_clause", sentence=say, clause=clause) if clause else say, "bold")
            if asked:
                self.screen.options(self.game, table.state, seat, self.game.legal_actions(table.state, seat))

        # Where nothing but Enter is taken, the whole table could not be asked for.
        cut = prompt != WORDS("again")
        self.screen.page(draw, lambda: self.screen.told(table, seat, range(since)), question, prompt=prompt, cut=cut)

    def is_right(self, title: str, table: AnyTable, step: Step, typed: str) -> bool:
        """Whether this is the move asked for; what comes of another is shown, and why it is not allowed."""
        legal = table.legal(self.lesson.seat)
        if typed.isdecimal() and not 1 <= int(typed) <= len(legal):
            self.screen.say(WORDS("no_option", number=typed, count=len(legal)), "red")
            return False
        move = legal[int(typed) - 1] if typed.isdecimal() else typed
        if move == step.ask:
            return True
        try:
            reply = reply_to(self.game, self.lesson, step, move)
        except (BadNotation, IllegalMove) as error:
            self.screen.say(WORDS("refused", sentence=self.screen.refusal(error)), "red")
            return False
        assert reply.answer is not None  # only the move asked for has none
        again = WORDS("again")
        self.show(title, reply.table, len(step.before), again, str(reply.answer.say), reply.answer.clause, asked=False)
        self.screen.ask(again)
        raise Jump(self.at)

    # What can be typed instead of a move.

    def go_back(self) -> None:
        raise Jump(max(0, self.at - 1))

    def choose_chapter(self) -> None:
        count = len(self.lesson.chapters)
        for number, chapter in enumerate(self.lesson.chapters, 1):
            self.screen.say(f"  {number}. {chapter.title}")
        typed = self.screen.ask(WORDS("which", count=count))
        if typed.isdecimal() and 1 <= int(typed) <= count:
            raise Jump(self.first_of(int(typed) - 1))
        if typed:
            self.screen.say(WORDS("no_chapter", number=typed, count=count), "red")
        raise Jump(self.at)

    def show_board(self) -> None:
        """The whole table, a screenful at a time."""
        _, _, step = self.steps[self.at]
        view = table_at(self.game, self.lesson, step).view(self.lesson.seat)
        if self.screen.read(lambda: self.screen.board(self.game, view)):
            raise Jump(self.at)

    def show_rules(self) -> None:
        if self.screen.read(lambda: self.screen.rules(self.game)):
            raise Jump(self.at)

    def leave(self) -> None:
        raise Left

    def play_on(self) -> None:
        """The rest of the game, against bots, from the very position where the lesson ends."""
        table = after(self.game, self.lesson, self.lesson.record)
        table.chance = Promise(fresh_secret())
        table.advance()
        Evening(table, self.sitters, seeded(secrets.randbits(64), 1), SECONDS, None).go_on()


COMMANDS = {
    "back": Lecture.go_back,
    "board": Lecture.show_board,
    "chapters": Lecture.choose_chapter,
    "rules": Lecture.show_rules,
    "quit": Lecture.leave,
}
