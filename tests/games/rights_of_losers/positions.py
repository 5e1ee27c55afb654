"""Positions of Rights of Losers drawn as text, for the worked examples."""

from __future__ import annotations

from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers import phase as phases
from zashiki.games.rights_of_losers.cards import CARD_IDS, CHIPS, EMPTY, POINT_IDS, SPACE_IDS
from zashiki.games.rights_of_losers.state import State, put_card, put_chip


def position(
    players: int = 3, *, phase: str = "play", trick: int = 1, leader: int = 0, seat: int | None = None, low: bool = False,
    hands: dict[int, str] | None = None, field: str = "", chips: dict[int, str] | None = None, plays: str = "",
    winner: int | None = None, won: str = "",
) -> State:  # fmt: skip
    """A state as the examples describe it: `field="3,3=r7"`, `chips={0: "2,2 5,5"}`, `hands={1: "r3 r9"}`."""
    s = GAME.new(players)
    s.dealt, s.undealt = players, 0
    s.phase, s.trick, s.leader, s.reversed = phases.NAMES.index(phase), trick, leader, int(low)
    s.seat = leader if seat is None else seat
    for owner, cards in (hands or {}).items():
        s.hands[owner] = sum(1 << CARD_IDS.index(card) for card in cards.split())
    for word in field.split():
        space, _, card = word.partition("=")
        put_card(s, SPACE_IDS.index(space), CARD_IDS.index(card))
    for owner, points in (chips or {}).items():
        for point in points.split():
            put_chip(s, owner, POINT_IDS.index(point))
        s.supply[owner] = CHIPS - len(points.split())
    for i, card in enumerate(plays.split()):
        s.plays[i] = CARD_IDS.index(card)
    s.play_count = len(plays.split())
    if winner is not None:
        s.winner, s.seat = winner, winner if seat is None else seat
        s.past_winner[trick - 1] = winner
    s.won = sum(1 << CARD_IDS.index(card) for card in won.split())
    if phase in ("action", "drop"):
        s.built = 2
    return s


def play(s: State, *lines: str) -> None:
    """Play lines of notation, each checked to be legal."""
    for line in lines:
        seat, _, text = line.partition(": ")
        assert text in options(s, int(seat)), f"{text} not in {options(s, int(seat))}"
        GAME.rules.apply(s, int(seat), GAME.actions.read(text))


def options(s: State, seat: int | None = None) -> list[str]:
    """The legal options of the acting seat in notation."""
    who = s.seat if seat is None else seat
    return [GAME.actions.write(action) for action in GAME.legal_actions(s, who)]


def after_plays(plays: str, *, players: int, leader: int, low: bool = False) -> State:
    """The state after a trick was played: every seat holds just its card."""
    cards = plays.split()
    hands = {(leader + i) % players: card for i, card in enumerate(cards)}
    s = position(players, leader=leader, low=low, hands=hands)
    assert s.phase == phases.PLAY
    play(s, *(f"{(leader + i) % players}: play {card}" for i, card in enumerate(cards)))
    return s


def owner(s: State, space: str) -> int | None:
    """Who owns the card on a space as the field stands."""
    return GAME.eyes.view(s, 0).owners[space]


def scores(s: State) -> list[int]:
    return GAME.final_scores(s)


def chips_of(s: State, seat: int) -> str:
    return " ".join(POINT_IDS[p] for p, who in enumerate(s.chips) if who == seat and who != EMPTY)
