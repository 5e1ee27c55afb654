"""What a move of Rights of Losers is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.rights_of_losers import cards, rules
from zashiki.games.rights_of_losers.actions import ACTIONS
from zashiki.games.rights_of_losers.scoring import Judgement, judge, judge_space
from zashiki.games.rights_of_losers.state import State
from zashiki.games.rights_of_losers.words.catalogue import WORDS, card_name


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    verb, word = ACTIONS.split(action)
    after = s.copy()
    rules.apply(after, seat, action)
    if verb == "play":
        return _aim_play(s, after, seat, cards.CARD_IDS.index(word))
    if verb in ("chip", "drop"):
        return _aim_chip(s, after, seat)
    if verb == "pick":
        return WORDS("aim_pick", number=cards.POINTS_OF[cards.CARD_IDS.index(word)])
    if verb == "build":
        return _aim_build(s, after, seat, cards.SPACE_IDS.index(word))
    if verb == "lift":
        return _aim_lift(s, after, seat)
    # ROL-35: after the tenth trick these change nothing.
    if s.trick == cards.TRICKS:
        return WORDS("aim_last")
    return _aim_reverse(after, seat) if verb == "reverse" else WORDS(f"aim_{verb}")


def _aim_play(s: State, after: State, seat: Seat, card: int) -> str:
    """Whether the card wins; before the last card, how many cards the seat has not seen could still beat it."""
    if s.play_count == s.players - 1:
        return WORDS("aim_play_wins" if after.winner == seat else "aim_play_loses")
    colour = (s.plays[0] if s.play_count else card) // cards.NUMBERS
    # ROL-13: another colour never wins, and a card that is beaten already stays beaten.
    if card // cards.NUMBERS != colour or (s.play_count and not _ahead(s, card)):
        return WORDS("aim_play_loses")
    # ROL-49: what the seat has seen is its own hand and all that was played.
    seen = s.hands[seat] | sum(1 << played for played in _played(s))
    beating = [other for other in range(colour * cards.NUMBERS, (colour + 1) * cards.NUMBERS) if _beats(s, other, card)]
    unseen = sum(not seen >> other & 1 for other in beating)
    return WORDS("aim_play_beaten" if unseen else "aim_play_best", count=unseen)


def _beats(s: State, other: int, card: int) -> bool:
    """ROL-14: within a colour."""
    return other < card if s.reversed else other > card


def _ahead(s: State, card: int) -> bool:
    """Whether no card of the led colour in the trick beats this one."""
    following = [played for played in s.plays[: s.play_count] if played // cards.NUMBERS == card // cards.NUMBERS]
    return not any(_beats(s, played, card) for played in following)


def _played(s: State) -> list[int]:
    before = [card for card in s.past_plays[: (s.trick - 1) * cards.MAX_SEATS] if card != cards.EMPTY]
    return before + s.plays[: s.play_count]


def _aim_chip(s: State, after: State, seat: Seat) -> str:
    """The cards that change hands, and the empty spaces where the seat comes first; else what the chip lies at."""
    owners, now = _owners(s), _owners(after)
    gained = [space for space, owner in now.items() if owner == seat != owners[space]]
    freed = [space for space, owner in now.items() if owner == cards.NOBODY != owners[space]]
    empty = sum(_rules_alone(after, space, seat) and not _rules_alone(s, space, seat) for space in _spaces(s, filled=False))
    if gained and empty:
        return WORDS("aim_chip_both", cards=_names(s, gained), count=empty)
    if gained:
        return WORDS("aim_chip_own", cards=_names(s, gained))
    if freed:
        return WORDS("aim_chip_tie", cards=_names(s, freed))
    if empty:
        return WORDS("aim_chip_empty", count=empty)
    point = next(point for point in range(cards.POINTS) if after.chips[point] != s.chips[point])
    touched = [space for space in range(cards.SPACES) if cards.TOUCHED[point] >> space & 1]
    if any(_rules_alone(after, space, seat) for space in touched):
        return WORDS("aim_chip_strong")
    # ROL-18: it touches at least one card.
    return WORDS("aim_chip_near", cards=_names(s, [space for space in touched if space in now]))


def _aim_lift(s: State, after: State, seat: Seat) -> str:
    """What the chip does where it lies: what it wins for its seat, or keeps from another one."""
    owners, now = _owners(s), _owners(after)
    held = [space for space, owner in owners.items() if owner == seat != now[space]]
    kept = [space for space, owner in owners.items() if owner == cards.NOBODY != now[space]]
    if held:
        return WORDS("aim_lift_holds", cards=_names(s, held))
    return WORDS("aim_lift_keeps", cards=_names(s, kept)) if kept else WORDS("aim_lift_free")


def _aim_reverse(after: State, seat: Seat) -> str:
    weak, count = _weak_cards(after, seat), after.hands[seat].bit_count()
    if count == 1:
        return WORDS("aim_reverse_weak" if weak else "aim_reverse_strong")
    return WORDS("aim_reverse", weak=weak, count=count)


def _owners(s: State) -> dict[int, int]:
    """The owner of every space that holds a card."""
    judged = Judgement()
    judge(s, judged)
    return {space: judged.owners[space] for space in _spaces(s, filled=True)}


def _spaces(s: State, *, filled: bool) -> list[int]:
    return [space for space in range(cards.SPACES) if (s.field[space] != cards.EMPTY) == filled]


def _names(s: State, spaces: list[int]) -> str:
    return listed(card_name(s.field[space]) for space in spaces)


def _rules_alone(s: State, space: int, seat: Seat) -> bool:
    """ROL-26: whether a card built there now would be the seat's."""
    return judge_space(s, Judgement(), space) == seat


def _aim_build(s: State, after: State, seat: Seat, space: int) -> str:
    owner, points = judge_space(after, Judgement(), space), cards.POINTS_OF[s.picked]
    if owner == cards.NOBODY:
        return WORDS("aim_build_nobody", card=card_name(s.picked))
    return WORDS("aim_build_mine" if owner == seat else "aim_build_theirs", count=points, other=seat_mark(owner))


def _weak_cards(s: State, seat: Seat) -> int:
    """The cards of the hand in the weaker half."""
    numbers = [card % cards.NUMBERS + 1 for card in range(len(cards.CARD_IDS)) if s.hands[seat] >> card & 1]
    return sum(number > cards.NUMBERS // 2 if s.reversed else number <= cards.NUMBERS // 2 for number in numbers)
