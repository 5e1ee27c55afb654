"""What a move or a draw brings about without another decision, in words: votes, rewards, majorities, production, a new day.

All of it is open to everybody, so everybody is told the same.
"""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.saigo_no_kane import actions, cards, phase, rules, stage
from zashiki.games.saigo_no_kane.cards import EMPTY, NOBODY
from zashiki.games.saigo_no_kane.rules import cleanup, compete, majorities
from zashiki.games.saigo_no_kane.state import (
    FROM_BUY,
    FROM_EVENT,
    FROM_EXCHANGE,
    FROM_PRODUCTION,
    FROM_RECRUIT,
    MAJORITIES,
    SOURCES,
    State,
    from_pet,
)
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, amount, in_a_row, name_of

MAJORITY_KEYS = ("items", "students", "talents", "popularity", "yen")
# Where nothing can follow but the next question.
_QUIET = (phase.CANDIDATE, phase.ATTEND, phase.ABILITY, phase.START, phase.PREPARE)
Holding = tuple[int, int]  # popularity and yen


def after_move(s: State, seat: Seat, action: Action) -> list[str]:
    """The sentences that follow the one about this move."""
    if s.phase in _QUIET or (s.phase == phase.LOBBY and not _ends_the_lobby(s, action) and not _one_off_votes(action)):
        return []
    if s.phase == phase.BID and not compete.is_last_bid(s, seat):
        return []
    after = s.copy()
    rules.apply(after, seat, action)
    serves = s.phase in (phase.BID, phase.REWARD) or actions.PAY <= action <= actions.FORFEIT
    return [*_card_effect(s, after, action), *_told(s, after, _spent(s, seat, action) if serves else None)]


def after_chance(s: State) -> list[str]:
    """The sentences that follow the one about this draw."""
    if s.phase not in (phase.DRAW_CARD, phase.LAY_ITEM) and s.stage != stage.CLEANUP:
        return []
    after = s.copy()
    rules.reveal(after)
    return _told(s, after, [(0, 0)] * s.players if s.phase == phase.DRAW_CARD else None)


def _ends_the_lobby(s: State, action: Action) -> bool:
    return action == actions.PASS and s.passes == s.players - 1


def _one_off_votes(action: Action) -> int:
    """The votes of the tile that this move recruits or buys."""
    if actions.RECRUIT <= action < actions.BUY:
        return cards.STUDENT_NOW[action - actions.RECRUIT]
    return cards.ITEM_NOW[action - actions.BUY] if actions.BUY <= action < actions.USE else 0


def _spent(s: State, seat: Seat, action: Action) -> list[Holding]:
    """What every seat hands in with this move at an event."""
    spent = [[0] * cards.TYPES for _ in range(s.players)]
    if actions.PAY <= action < actions.FORFEIT:
        first, types = s.events[s.current] * cards.TYPES, actions.PAY_MASKS[action - actions.PAY]
        spent[seat] = [cards.REQUIRED[first + kind] if has(types, kind) else 0 for kind in range(cards.TYPES)]
    elif s.phase == phase.BID:
        kind = cards.AUCTION[s.events[s.current]]
        for other in range(s.players):
            spent[other][kind] = action - actions.BID if other == seat else max(0, s.bids[other])
    return [(row[cards.POPULARITY], row[cards.YEN]) for row in spent]


def _told(before: State, after: State, spent: list[Holding] | None) -> list[str]:
    """Everything that happened between two states, in the order of a day; `spent` is None if no event can be over."""
    night = _nights(after) > _nights(before)
    produced = _produced(after) if night else [(0, 0)] * after.players
    sentences = _tile_votes(before, after)
    if spent is not None:
        sentences += _event_outcome(before, after, spent, produced)
    if after.current not in (EMPTY, before.current):
        sentences.append(WORDS("event_held", event=name_of(cards.EVENT_IDS[after.events[after.current]])))
    if _days_counted(after) > _days_counted(before):
        sentences.append(_majorities(before, after))
    if night:
        sentences.append(_production(before, after, produced))
    if after.stage == stage.OVER:
        sentences.append(WORDS("last_bell"))
    if after.day > before.day:
        sentences += _new_day(before, after)
    return sentences


# Teacher cards and tiles


def _card_effect(before: State, after: State, action: Action) -> list[str]:
    """What a teacher card did, once nobody can counter it any more."""
    if before.stack_card == EMPTY or after.stack_card != EMPTY:
        return []
    counters = before.counters + (actions.COUNTER <= action < actions.ALLOW)
    if counters % 2:
        return [WORDS("card_countered", teacher=name_of(cards.TEACHER_IDS[before.stack_card]))]
    target = action - actions.TARGET if before.phase == phase.TARGET else before.target
    second = action - actions.GET if before.phase == phase.EXCHANGE else before.second
    parts: dict[str, str | int] = {"seat": seat_mark(before.turn)}
    if before.power in (cards.LOSE_POPULARITY, cards.LOSE_YEN):
        kind = "popularity" if before.power == cards.LOSE_POPULARITY else "yen"
        lost = getattr(before, kind)[target] - getattr(after, kind)[target]
        return [WORDS("effect_loses", other=seat_mark(target), amount=amount(kind, lost))]
    parts["name"] = name_of(actions.TARGET_IDS[target])
    if second != EMPTY:
        return [WORDS("effect_exchange", get=name_of(actions.TILE_IDS[second]), **parts)]
    leaves = before.power == cards.MARK and has(before.marked, target - cards.MAX_SEATS)
    return [WORDS("effect_leaves" if leaves else f"effect_{cards.POWER_IDS[before.power]}", **parts)]


def _tile_votes(before: State, after: State) -> list[str]:
    """The votes of a tile that was recruited, bought or had in exchange."""
    votes = [
        sum(_gained(before, after, seat, source) for source in (FROM_RECRUIT, FROM_BUY, FROM_EXCHANGE))
        for seat in range(after.players)
    ]
    return [WORDS("scores", seat=seat_mark(seat), votes=amount("vote", number)) for seat, number in enumerate(votes) if number]


def _gained(before: State, after: State, seat: Seat, source: int) -> int:
    """The votes of a seat from that source between two states."""
    k = ((max(before.day, 1) - 1) * cards.MAX_SEATS + seat) * SOURCES + source
    return after.gained[k] - before.gained[k]


# Events


def _event_outcome(before: State, after: State, spent: list[Holding], produced: list[Holding]) -> list[str]:
    """Who got what for an event with this step, clockwise from the pet; that it stays, if nobody paid."""
    sentences = []
    for seat in (from_pet(before, steps) for steps in range(before.players)):
        popularity = after.popularity[seat] - before.popularity[seat] + spent[seat][0] - produced[seat][0]
        yen = after.yen[seat] - before.yen[seat] + spent[seat][1] - produced[seat][1]
        gains = _gains(_gained(before, after, seat, FROM_EVENT), popularity, yen)
        if gains:
            sentences.append(WORDS("event_gives", seat=seat_mark(seat), gains=gains))
    event = before.events[before.current]
    if after.current != before.current and after.events[before.current] == event:
        # SNK-63: it stays for the next day; SNK-18: but no blue one for day 5.
        last = cards.DAYS if before.first_game else cards.DAYS - 1
        key = "event_lapses" if before.day >= last else "event_stays"
        sentences.append(WORDS(key, event=name_of(cards.EVENT_IDS[event])))
    return sentences


def _gains(votes: int, popularity: int, yen: int) -> str:
    """ "4 votes, 2 yen"; empty for nothing."""
    gained = (("vote", votes), ("popularity", popularity), ("yen", yen))
    return listed(amount(kind, number) for kind, number in gained if number)


# The end of a day


def _days_counted(s: State) -> int:
    """The days whose majorities have been scored."""
    return max(0, s.day - (s.stage < stage.CLEANUP))


def _nights(s: State) -> int:
    """The days whose production has taken place."""
    past = s.stage == stage.OVER or (s.stage == stage.CLEANUP and s.phase in (phase.DRAW_STUDENT, phase.DRAW_ITEM))
    return max(0, s.day - (not past))


def majority_name(day: int, majority: int) -> str:
    """What a majority of that day is for."""
    if day < cards.DAYS or majority < majorities.FIRST_CLUB:
        return WORDS(f"majority_{MAJORITY_KEYS[majority]}")
    return WORDS("majority_club", club=name_of(cards.CLUB_IDS[majority - majorities.FIRST_CLUB]))


def _majorities(before: State, after: State) -> str:
    """Who has the most of what, and how many."""
    won, tied = [], []
    for majority in range(majorities.majority_count(before)):
        k = (before.day - 1) * MAJORITIES + majority
        winner = after.majority[k]
        parts: dict[str, str | int] = {"what": majority_name(before.day, majority), "number": after.majority_most[k]}
        if winner == NOBODY:
            tied.append(WORDS("majority_tied", **parts))
        else:
            won.append(WORDS("majority_won", seat=seat_mark(winner), **parts))
    lists = {"majorities_won": won, "majorities_tied": tied}
    told = [WORDS(key, list=listed(entries)) for key, entries in lists.items() if entries]
    return in_a_row([bell_rings(before.day), *told])


def bell_rings(day: int) -> str:
    """How the line that counts the majorities of a day begins to tell them."""
    return WORDS("bell_rings", day=day)


def _produced(s: State) -> list[Holding]:
    """What candidate, students and items of every seat give at clean-up."""
    fresh = s.copy()
    for seat in range(s.players):
        fresh.popularity[seat] = fresh.yen[seat] = 0
        cleanup.produce_for(fresh, seat)
    return [(fresh.popularity[seat], fresh.yen[seat]) for seat in range(s.players)]


def _production(before: State, after: State, produced: list[Holding]) -> str:
    told = []
    for seat, (popularity, yen) in enumerate(produced):
        gains = _gains(_gained(before, after, seat, FROM_PRODUCTION), popularity, yen)
        told.append(WORDS("production_of", seat=seat_mark(seat), gains=gains))
    return WORDS("production_told", production=WORDS("production_between").join(told))


def _new_day(before: State, after: State) -> list[str]:
    begins = WORDS("day_begins", day=after.day)
    if before.pet == NOBODY or before.day == 0:
        return [begins]
    # SNK-78: the fewest votes make the pet.
    key = "pet_stays" if after.pet == before.pet else "pet_passes"
    return [WORDS(key, seat=seat_mark(after.pet)), begins]
