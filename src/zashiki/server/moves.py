"""What a move does to a table: played on a copy, with the chance that was promised, ready to be committed."""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.core.but import but
from zashiki.core.errors import IllegalMove
from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Seat
from zashiki.server import counting
from zashiki.server.cache import AnyTable, Kept
from zashiki.server.errors import NotNow, Stale
from zashiki.server.model import BOT, OVER, RUNNING
from zashiki.server.promises import Later, wants_word
from zashiki.server.rows import UNDO, Header, SeatRow
from zashiki.server.words import WORDS

MOST_UNDONE = 1000  # moves that one seat may take back in a game; each stays as two lines that its table keeps


def decide(kept: Kept, seat: Seat, text: str, expected: int | None, word: str = "") -> tuple[AnyTable, list[str]]:
    """The table after a move, with the new lines, words first; Stale if the seat has to look again before it moves."""
    now = kept.table()
    if not _still_stands(kept, seat, expected, now):
        raise Stale(WORDS("moved_on_choose"))
    trial = now.copy()
    chance = trial.chance = Later(kept, [(seat, word)] if word and wants_word(kept, seat) else [])
    trial.play(seat, text)
    return trial, [*chance.lines, *(str(line) for line in trial.lines[len(now.lines) :])]


def undo(kept: Kept, seat: Seat, expected: int | None) -> tuple[AnyTable, list[str]]:
    """The table without the seat's last move, with the line that takes it back."""
    if not _still_stands(kept, seat, expected, None):
        raise Stale(WORDS("moved_on"))
    trial = kept.table().copy()
    if not trial.can_undo(seat):
        raise IllegalMove(WORDS("nothing_to_undo"), "")
    if sum(line.is_undo and line.author == seat for line in kept.log) >= MOST_UNDONE:
        raise NotNow(WORDS("undone_enough", most=MOST_UNDONE))
    trial.undo(seat)
    return trial, [f"{UNDO}{seat}"]


def _still_stands(kept: Kept, seat: Seat, expected: int | None, now: AnyTable | None) -> bool:
    """Whether a decision made at an older version still means the same: since then only other seats have answered, at the
    same time as this one, and the seat's own options `now`, if that matters, are what they were."""
    if expected is None:
        return True
    expected = kept.version_behind(seat, expected)
    if expected == kept.version:
        return True
    if not 0 <= expected < kept.version:
        return False
    since = [line for line in kept.log if line.version > expected]
    if any(line.author in (None, seat) and not (line.is_note or line.is_word) for line in since):
        return False
    return not since or now is None or kept.table_at_version(expected).legal(seat) == now.legal(seat)


def is_private(table: AnyTable, seat: Seat, text: str) -> bool:
    """Whether nobody else would notice this move: it is hidden from all others, and the same seats are to act after it."""
    if table.game.words.heard(table.state, seat, table.game.actions.read(text), SPECTATOR):
        return False
    trial = table.copy()
    trial.feed(f"{seat}: {text}")
    return trial.to_act == table.to_act


def standing(header: Header, table: AnyTable, seats: Sequence[SeatRow]) -> Header:
    """The header with what it says about the game brought up to date."""
    bots = {row.seat for row in seats if row.kind == BOT}
    to_act = tuple(table.to_act)
    return but(
        header,
        status=OVER if table.over else RUNNING,
        events=counting.events(table, SPECTATOR),
        to_act=to_act,
        bot_due=any(seat in bots for seat in to_act),
        scores=tuple(table.scores()) if table.over else (),
        winners=tuple(table.winners()) if table.over else (),
    )
