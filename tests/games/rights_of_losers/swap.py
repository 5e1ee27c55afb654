"""Shuffle what a seat cannot see, written from ROL-49 and ROL-50: other hands and the undealt cards are secret."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.games.rights_of_losers.cards import COLOUR_MASK
from zashiki.games.rights_of_losers.state import State


def swap(s: State, seat: int, rng: list[int]) -> State:
    """Exchange cards between hidden places, keeping what following suit has proved."""
    hidden = [other for other in range(s.players) if other != seat] + ["box"]
    for _ in range(60):
        a, b = hidden[below(rng, len(hidden))], hidden[below(rng, len(hidden))]
        card_a, card_b = _pick(s, a, rng), _pick(s, b, rng)
        if a != b and card_a is not None and card_b is not None:
            if card_b not in _proved_missing(s, a) and card_a not in _proved_missing(s, b):
                _set(s, a, _get(s, a) & ~(1 << card_a) | 1 << card_b)
                _set(s, b, _get(s, b) & ~(1 << card_b) | 1 << card_a)
    return s


def _get(s: State, place: int | str) -> int:
    return s.undealt if isinstance(place, str) else s.hands[place]


def _set(s: State, place: int | str, cards: int) -> None:
    if isinstance(place, str):
        s.undealt = cards
    else:
        s.hands[place] = cards


def _pick(s: State, place: int | str, rng: list[int]) -> int | None:
    cards = [card for card in range(50) if _get(s, place) >> card & 1]
    return cards[below(rng, len(cards))] if cards else None


def _proved_missing(s: State, place: int | str) -> set[int]:
    """ROL-11: whoever did not follow a colour has none of it."""
    if isinstance(place, str):
        return set()
    tricks = [(s.past_leader[t], s.past_plays[5 * t : 5 * t + s.players]) for t in range(10) if s.past_winner[t] >= 0]
    tricks.append((s.leader, s.plays[: s.play_count]))
    missing: set[int] = set()
    for leader, cards in tricks:
        for i, card in enumerate(cards):
            if (leader + i) % s.players == place and card // 10 != cards[0] // 10:
                missing |= {c for c in range(50) if COLOUR_MASK[cards[0] // 10] >> c & 1}
    return missing
