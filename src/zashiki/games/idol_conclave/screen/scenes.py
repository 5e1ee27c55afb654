"""What is held for whoever looks at Idol Conclave: a card turned up, a look, the ballots, and the count column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from zashiki.core.rooms import Heard, Scene, Seat, Step
from zashiki.core.words import seat_mark
from zashiki.games.idol_conclave.cards import IDOL_COUNT, IDOL_IDS
from zashiki.games.idol_conclave.eyes.view import View
from zashiki.games.idol_conclave.words.catalogue import WORDS, idol_name

MOVERS = ("with", "to", "retake", "break")  # after one of these a place in a line may hold another card


def scenes(lines: Sequence[Heard], v: View) -> list[Scene]:
    """What was opened in the newest events, oldest first."""
    found = [scene for at, line in enumerate(lines) for scene in _opened(line, lines[at + 1 :], v)]
    found += _ballots(lines, v)
    if v.over and lines:
        found.append(_count(lines[-1].number))
    return sorted(found, key=lambda scene: scene.number)


def _opened(line: Heard, later: Sequence[Heard], v: View) -> Iterator[Scene]:
    """A card that was turned up for all, or that the viewer looked at, while it can still be told which it was."""
    verb, _, where = line.heard.partition(" ")
    looked = verb == "peek" and line.seat is not None and line.seat == v.viewer
    if not (verb == "open" or looked) or where == "none" or any(other.heard.split(" ")[0] in MOVERS for other in later):
        return
    idol, place = where.split(" ")
    card = v.lines[idol][int(place) - 1]
    assert card.kind is not None
    words = WORDS(
        "scene_looked" if looked else "scene_turned",
        seat="" if line.seat is None else seat_mark(line.seat),
        place=place,
        idol=_name(idol),
        owner=seat_mark(card.seat),
        turn=card.turn,
    )
    steps = tuple(Step("one_card", {"card": card, "kind": kind, "words": words}) for kind in (None, card.kind))
    yield Scene(line.number, WORDS(f"scene_{verb}"), steps)


def _ballots(lines: Sequence[Heard], v: View) -> Iterator[Scene]:
    """IDL-74: the sealed cards, once everybody has given one."""
    sealed = [line for line in lines if line.heard.startswith("ballot ")]
    given = _given(v)
    if not sealed or v.phase == "ballot" or len(given) < v.players:
        return
    idol = IDOL_IDS[v.events.index("simultaneous-vote")]
    steps = (
        Step("ballots", {"cards": dict.fromkeys(given, ("", False)), "words": WORDS("scene_sealed", idol=_name(idol))}),
        Step("ballots", {"cards": given, "words": WORDS("scene_backs")}),
    )
    yield Scene(sealed[-1].number, WORDS("scene_ballots"), steps)


def _given(v: View) -> dict[Seat, tuple[str, bool]]:
    """By seat, the kind of its ballot as far as the viewer knows it, and whether its back is the negative one."""
    waiting = {seat: (ballot.kind or "", ballot.back == "negative") for seat, ballot in v.ballots.items()}
    cards = [card for line in (*v.lines.values(), v.box) for card in line]
    # No other cards are played in one turn by all.
    turns = Counter(card.turn for card in cards)
    turn = v.turn if waiting else next((turn for turn, count in turns.items() if count == v.players), None)
    placed = {card.seat: (card.kind or "", card.back == "negative") for card in cards if card.turn == turn}
    return dict(sorted((waiting | placed).items()))


def _name(idol: str) -> str:
    return idol_name(IDOL_IDS.index(idol))


def _count(number: int) -> Scene:
    """IDL-R25: group value, the idols one by one, who everyone was, and only then who has won."""
    columns = tuple(Step("idol", {"i": idol}) for idol in range(IDOL_COUNT))
    return Scene(number, WORDS("scene_count"), (Step("group", {}), *columns, Step("identities", {}), Step("outcome", {})))
