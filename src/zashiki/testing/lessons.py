"""What is wrong with a lesson: it is replayed on the rules of today, and every branch of it is tried."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Collection, Iterator, Mapping

from zashiki.core.errors import ZashikiError
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson, Step
from zashiki.core.teaching import AnyTable, reply_to, table_at
from zashiki.core.words import Text

MOST_SENTENCES = 2
LONGEST = {"en": 240, "ja": 130}  # characters: what a phone shows without scrolling
_SENTENCE_END = re.compile(r"[.!?](?=[\s”\"')]|$)|[。！？](?![」』）])")
_KEY = re.compile(r"[a-z][a-z-]*")
_BRACES = re.compile(r"\{([^}]*)\}|[{}]")

Draw = Callable[[AnyTable, Mapping[str, str]], str]  # the board as the learner sees it, with these options lit


def problems(game: AnyGame, lesson: Lesson, clauses: Collection[str], draw: Draw) -> list[str]:
    """Every fault, each with its place; `clauses` are those of the rules that play can show."""
    found = [f"{where}: {fault}" for where, text in _texts(lesson) for fault in _text_faults(text, lesson.players)]
    keys = [chapter.key for chapter in lesson.chapters]
    found += [f"chapter {key}: not a key of its own" for key in keys if keys.count(key) > 1 or not _KEY.fullmatch(key)]
    found += _clause_faults(lesson, clauses)
    for chapter, number, step in lesson.steps():
        where = f"{chapter.key} {number}"
        try:
            found += [f"{where}: {fault}" for fault in _step_faults(game, lesson, step, draw)]
        except ZashikiError as error:
            return [*found, f"{where}: {error}"]  # what follows cannot be replayed
    if lesson.chapters[-1].steps[-1].ask:
        found.append("the last step asks for a move, but then the learner plays freely")
    return found


def _texts(lesson: Lesson) -> Iterator[tuple[str, Text]]:
    yield "title", lesson.title
    for chapter in lesson.chapters:
        yield f"title of {chapter.key}", chapter.title
    for chapter, number, step in lesson.steps():
        yield f"{chapter.key} {number}", step.say
        for k, answer in enumerate(step.answers, 1):
            yield f"{chapter.key} {number}, answer {k}", answer.say


def _text_faults(text: Text, players: int) -> Iterator[str]:
    seats = set(map(str, range(players)))
    marks = set()
    for language, said in text.by_language:
        if not said.strip():
            yield f"nothing is said in {language}"
        if len(_SENTENCE_END.findall(said)) > MOST_SENTENCES + (language == "ja"):  # Japanese needs shorter ones
            yield f"too many sentences in {language}"
        if len(said) > LONGEST[language]:
            yield f"{len(said)} characters in {language}, more than {LONGEST[language]}"
        found = _BRACES.findall(said)
        if not set(found) <= seats:
            yield f"an unknown mark in {language}"
        marks.add(frozenset(found))
    if len(marks) > 1:
        yield "different people are named in different languages"


def _clause_faults(lesson: Lesson, clauses: Collection[str]) -> Iterator[str]:
    taught = {clause for _, _, step in lesson.steps() for clause in step.clauses}
    cited = {answer.clause for _, _, step in lesson.steps() for answer in step.answers if answer.clause}
    later = {clause for each in lesson.later for clause in each.clauses}
    unknown = (taught | cited | later) - set(clauses)
    if unknown:
        yield f"no such clauses: {', '.join(sorted(unknown))}"
    if taught & later:
        yield f"taught and left for later: {', '.join(sorted(taught & later))}"
    missing = {clause for clause in clauses if "-R" not in clause} - taught - later
    if missing:
        yield f"neither taught nor left for later: {', '.join(sorted(missing))}"


def _step_faults(game: AnyGame, lesson: Lesson, step: Step, draw: Draw) -> Iterator[str]:
    table = table_at(game, lesson, step)
    legal = table.legal(lesson.seat) if step.ask else []
    if table.over:
        yield "the game is over"
    if step.ask and step.ask not in legal:
        yield f"'{step.ask}' is not one of {', '.join(legal)}"
        return
    yield from _not_drawn(step.point, draw(table, options_of(game, lesson, table) if step.ask else {}))
    others = [move for move in legal if move != step.ask]
    given = {move: step.answer_to(move) for move in others}
    silent = [move for move, answer in given.items() if answer is None]
    if silent:
        yield f"nothing is said to {', '.join(silent)}"
        return
    for number, answer in enumerate(step.answers, 1):
        moves = [move for move in others if given[move] is answer]
        unused = [pattern for pattern in answer.moves if not fnmatch.filter(moves, pattern)]
        if unused:
            yield f"answer {number} is never given to {', '.join(unused)}"
        # What would follow must be possible after each of them; drawn are the first and the last.
        for move in moves if answer.then else sorted({*moves[:1], *moves[-1:]}):
            after = reply_to(game, lesson, step, move).table
            if move in (moves[0], moves[-1]):
                yield from (f"answer {number} to {move}: {fault}" for fault in _not_drawn(answer.point, draw(after, {})))


def options_of(game: AnyGame, lesson: Lesson, table: AnyTable) -> dict[str, str]:
    """The options of the learner, from notation to label."""
    actions = game.legal_actions(table.state, lesson.seat)
    return {game.actions.write(action): game.words.label(table.state, lesson.seat, action) for action in actions}


def _not_drawn(point: tuple[str, ...], board: str) -> Iterator[str]:
    for piece in point:
        if not is_drawn(piece, board):
            yield f"'{piece}' is not on the board"


def is_drawn(piece: str, board: str) -> bool:
    """Whether a board has this piece: by `data-piece`, `data-move`, `id` or `data-about`, or with a dot by class."""
    if piece.startswith("."):
        return re.search(rf'class="(?:[^"]* )?{re.escape(piece[1:])}[ "]', board) is not None
    return any(f'{name}="{piece}"' in board for name in ("data-piece", "data-move", "id", "data-about"))
