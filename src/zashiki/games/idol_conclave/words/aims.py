"""What a move of Idol Conclave is good for, from what its seat knows: who it is, whom others back, and the cards it has seen."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.cards import IDOL_IDS, LINE, SPACE_IDS, SPOT_IDS, signed
from zashiki.games.idol_conclave.eyes.view import knows
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.scoring import Tally, count_cards
from zashiki.games.idol_conclave.state import EVERYBODY, State
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, idol_name
from zashiki.games.idol_conclave.words.telling import does_nothing


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    verb, words = actions.ACTIONS.split(action)
    if verb in ("vote", "ballot"):
        return _aim_vote(s, seat, action)
    if verb == "deal":
        return _aim_deal(s, seat, action)
    if words in SPOT_IDS:
        return _aim_at_card(s, seat, verb, SPOT_IDS.index(words))
    if verb == "to":
        gets = WORDS("aim_gets", card=_seen(s, seat, s.picked))
        return _sentences(_whom(s, seat, IDOL_IDS.index(words)), gets)
    if verb == "break":
        return _aim_break(s, seat, IDOL_IDS.index(words))
    if verb == "order":
        return WORDS("aim_order", other=seat_mark(int(words)))
    return WORDS(f"aim_{verb}_{words}")  # `open none`, `peek none`, `control …`, `discard deal`


def _sentences(first: str, *others: str) -> str:
    """Sentences one after the other, as the reader's language sets them."""
    for then in others:
        first = WORDS("sentences", first=first, then=then)
    return first


def _aim_vote(s: State, seat: Seat, action: Action) -> str:
    """IDL-14: what pulls up the own idols or down the others."""
    sealed = actions.is_ballot(action)
    kind, idol = (action - actions.BALLOT, lines.idol_with(s, cards.SIMULTANEOUS)) if sealed else actions.vote_of(action)
    strength = WORDS(f"aim_{_strength(kind)}", votes=cards.GROUP_VOTES if kind >= cards.G1 else signed(cards.VOTES[kind]))
    return _sentences(_whom(s, seat, idol), strength, WORDS(f"aim_face_{_face(s, kind, idol)}"))


def _face(s: State, kind: int, idol: int) -> str:
    if s.phase == phase.TURN and lines.lands_up(s, idol):
        return "up"
    # IDL-53: the back of Negative Atmosphere is recognisable; IDL-17: all see that the start player has the +1000.
    return {cards.NEG: "back", cards.P1: "opening"}.get(kind, "down")


def _strength(kind: int) -> str:
    """IDL-51 to IDL-58: what a card does in the count."""
    if kind == cards.SCANDAL:
        return "scandal"
    if kind >= cards.G1:
        return "group"
    return "number" if cards.VOTES[kind] else "blank"


def _whom(s: State, seat: Seat, idol: int) -> str:
    """What an idol is to the seat. IDL-7: candidates lie open."""
    backers = listed(seat_mark(other) for other in range(s.players) if other != seat and s.candidates[other] == idol)
    relation = "theirs" if backers else "nobodys"
    if idol == s.identities[seat]:
        relation = "both" if idol == s.candidates[seat] else "identity"
    elif idol == s.candidates[seat]:
        relation = "candidate"
    return WORDS(f"aim_{relation}", idol=idol_name(idol), seats=backers)


def _aim_deal(s: State, seat: Seat, action: Action) -> str:
    """What the space does, and what the deal costs."""
    kind, space = divmod(action - actions.PLACE_DEAL, cards.SPACE_COUNT)
    idle = "_idle" if does_nothing(s, seat, action) else ""
    does = WORDS(f"aim_on_{SPACE_IDS[space]}{idle}", votes=_group_value(s))
    if space >= cards.BREAK:
        price = WORDS("aim_shuts")  # IDL-30
    elif kind == cards.DEAL:
        price = WORDS("aim_right")  # IDL-32
    else:
        price = WORDS("aim_spent", card=card_name(kind))  # IDL-36
    return _sentences(does, price)


def _group_value(s: State) -> int:
    """IDL-54: how many cards lie where is open to all."""
    tally = Tally()
    count_cards(s, tally)
    return tally.group_value


def _seen(s: State, seat: Seat, spot: int) -> str:
    """The card at a spot as the seat may call it."""
    piece = s.line[spot]
    return card_name(s.piece_kind[piece]) if knows(seat, s.piece_known[piece]) else WORDS("board_unknown")


def _aim_at_card(s: State, seat: Seat, verb: str, spot: int) -> str:
    idol, piece = spot // LINE, s.line[spot]
    card, owner = _seen(s, seat, spot), seat_mark(s.piece_seat[piece])
    if verb in ("open", "peek"):
        known = "all" if s.piece_known[piece] == EVERYBODY else "known" if knows(seat, s.piece_known[piece]) else "new"
        key = "aim_peek_known" if verb == "peek" and known != "new" else f"aim_{verb}_{known}"
        return WORDS(key, card=card, owner=owner, idol=idol_name(idol))
    if verb == "with":
        first = idol_name(s.picked // LINE)
        return WORDS("aim_with", first=first, second=idol_name(idol), card=card, other=_seen(s, seat, s.picked))
    if verb == "retake":
        return _sentences(_whom(s, seat, idol), WORDS("aim_retake", card=card, votes=_group_value(s)))
    return _sentences(_whom(s, seat, idol), WORDS("aim_leaves", card=card))


def _aim_break(s: State, seat: Seat, idol: int) -> str:
    """IDL-46: what goes to the box, and what the seat knows of it."""
    hidden = [spot for spot in range(idol * LINE, idol * LINE + s.length[idol]) if not s.piece_up[s.line[spot]]]
    known = [_seen(s, seat, spot) for spot in hidden if knows(seat, s.piece_known[s.line[spot]])]
    goes = [WORDS("aim_break", count=len(hidden))] if hidden else [WORDS("aim_break_none")]
    goes += [WORDS("aim_break_known", cards=listed(known))] if known else []
    return _sentences(_whom(s, seat, idol), *goes)
