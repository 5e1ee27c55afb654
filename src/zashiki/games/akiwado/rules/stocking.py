"""Stocking: two lots are laid out, every seat announces, every seat acts in secret, everything is settled together."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.rule import rule
from zashiki.games.akiwado.actions import BID_EAST, BID_WEST, DECLARE_PLACE, TAKE_POCKET
from zashiki.games.akiwado.cards import BLUE, EAST, EMPTY, KINDS, MARKETS, NOBODY, PLACES, POCKET, WEST, YELLOW, YELLOW_COINS
from zashiki.games.akiwado.rules.deck import draw_card, look_into_deck
from zashiki.games.akiwado.rules.privileges import check_markers
from zashiki.games.akiwado.rules.turns import end_turn
from zashiki.games.akiwado.state import (
    BID,
    BLUE_MARKER,
    DECLARE,
    TIED,
    UNSOLD,
    State,
    deck_size,
    left_of,
    seat_row,
    this_turn,
)


@rule
def lots_drawn(s: State) -> int:
    """How many cards are laid out now."""
    # AKI-36: the last single card, the ninth with four players (AKI-R12), goes to east; west gets none.
    return min(MARKETS, deck_size(s))


@rule
def draw_market(s: State, rng: list[int]) -> None:
    look_into_deck(s)
    for market in range(lots_drawn(s)):
        s.outcome[market] = draw_card(s, rng)


@rule
def lay_out(s: State) -> None:
    # AKI-35: one card to east, then one to west; what lies there stays.
    for market in range(lots_drawn(s)):
        s.deck[s.outcome[market]] -= 1
        s.markets[market * KINDS + s.outcome[market]] += 1
    # AKI-37: one coin goes from the stock to the coin area, if there is one.
    if s.stock > 0:
        s.stock -= 1
        s.area += 1
    # AKI-34: all seats take part; AKI-38: they announce clockwise from the turn player.
    s.phase = DECLARE
    s.waiting = bit(s.turn_player)


@rule
def list_declarations(out: list[int]) -> int:
    # AKI-39: any announcement is allowed, for an empty market too (AKI-R13);
    # without coins as well, since a shorter list would show the purse (AKI-R14).
    for place in range(PLACES):
        out[place] = DECLARE_PLACE + place
    return PLACES


@rule
def declare(s: State, seat: int, action: int) -> None:
    # AKI-38: the marker shows east, west or pocket money, open to all.
    s.declared[seat_row(s, seat)] = action - DECLARE_PLACE
    following = left_of(s, seat)
    s.waiting = bit(following)
    if following == s.turn_player:
        # AKI-40: then all seats choose their real action at the same time.
        s.phase = BID
        s.waiting = full(s.players)


@rule
def has_cards(s: State, market: int) -> int:
    cards = 0
    for at in range(market * KINDS, (market + 1) * KINDS):
        cards += s.markets[at]
    return 1 if cards > 0 else 0


@rule
def list_real_actions(s: State, seat: int, out: list[int]) -> int:
    # AKI-41: exactly one of a bid on east, a bid on west, pocket money; AKI-44: whatever was announced.
    n = 0
    for market in range(MARKETS):
        # AKI-43: a market without cards cannot be bid on.
        if has_cards(s, market):
            first = BID_WEST if market == WEST else BID_EAST
            # AKI-42: from 1 coin to all the seat has.
            for coins in range(s.coins[seat]):
                out[n] = first + coins
                n += 1
    # AKI-R15: no coins in the bid means pocket money; neither a bid of 0 nor one on both markets exists.
    out[n] = TAKE_POCKET
    return n + 1


@rule
def seal_action(s: State, seat: int, action: int) -> None:
    # AKI-40: secret until all have answered.
    s.sealed[seat] = action
    s.waiting &= ~bit(seat)
    if s.waiting == 0:
        lift_screens(s)


@rule
def place_of(action: int) -> int:
    """Where a real action goes: east, west or pocket money."""
    if action == TAKE_POCKET:
        return POCKET
    return WEST if action >= BID_WEST else EAST


@rule
def coins_of(action: int) -> int:
    """The coins of a real action; none for pocket money."""
    if action == TAKE_POCKET:
        return 0
    return action - (BID_WEST if action >= BID_WEST else BID_EAST) + 1


@rule
def lift_screens(s: State) -> None:
    # AKI-45: all actions are revealed together.
    for seat in range(s.players):
        s.acted[seat_row(s, seat)] = place_of(s.sealed[seat])
        s.bids[seat_row(s, seat)] = coins_of(s.sealed[seat])
        s.sealed[seat] = EMPTY
    # AKI-88: before the awards the holder of the blue marker may lower the own bid, if there is one (AKI-R31).
    holder = s.privileges[BLUE]
    if holder != NOBODY and s.acted[seat_row(s, holder)] != POCKET:
        s.phase = BLUE_MARKER
        s.waiting = bit(holder)
    else:
        settle(s)


@rule
def settle(s: State) -> None:
    # AKI-50: east, west, pocket money, injustice (AKI-R19); markers move for east before west is sold (AKI-R29).
    settle_market(s, EAST)
    settle_market(s, WEST)
    pay_pocket_money(s)
    turn_tiles(s)
    end_turn(s)


@rule
def highest_bidder(s: State, market: int) -> int:
    """The single highest bidder; TIED or UNSOLD when there is none."""
    best, winner = 0, UNSOLD
    for seat in range(s.players):
        at = seat_row(s, seat)
        # AKI-88: a bid lowered to 0 is no bid.
        if s.acted[at] == market and s.bids[at] > 0:
            if s.bids[at] > best:
                best, winner = s.bids[at], seat
            elif s.bids[at] == best:
                # AKI-48: who share the highest bid win nothing, and nobody below them does (AKI-R16).
                winner = TIED
    return winner


@rule
def settle_market(s: State, market: int) -> None:
    if not has_cards(s, market):
        return
    winner = highest_bidder(s, market)
    s.lot_winner[this_turn(s) * MARKETS + market] = winner
    if winner >= 0:
        award_lot(s, market, winner)
    elif winner == UNSOLD:
        waste_lot(s, market)
    # AKI-47: every other bid returns to its owner; AKI-48: a tied lot stays where it is.


@rule
def award_lot(s: State, market: int, winner: int) -> None:
    # AKI-46: the winner pays the bid to the stock and takes all cards.
    price = s.bids[seat_row(s, winner)]
    s.coins[winner] -= price
    s.stock += price
    for kind in range(KINDS):
        s.hands[winner * KINDS + kind] += s.markets[market * KINDS + kind]
        s.markets[market * KINDS + kind] = 0
    # AKI-81: after each successful bid the markers are checked, once for the whole lot (AKI-R30).
    if s.purveyor:
        check_markers(s)


@rule
def waste_lot(s: State, market: int) -> None:
    # AKI-49: without a bid the cards go to the waste, those of an earlier tie too (AKI-R17); AKI-59: a custom card is dead there.
    for kind in range(KINDS):
        s.waste[kind] += s.markets[market * KINDS + kind]
        s.markets[market * KINDS + kind] = 0


@rule
def pay_pocket_money(s: State) -> None:
    earners = 0
    seat = s.turn_player
    # AKI-12: clockwise from the turn player, each as much as is left; the coin area is shared afterwards (AKI-R20).
    for _ in range(s.players):
        at = seat_row(s, seat)
        if s.acted[at] == POCKET:
            earners += 1
            # AKI-51: one coin from the stock; AKI-87: one more for the holder of the yellow marker.
            paid = min(1 + YELLOW_COINS if s.privileges[YELLOW] == seat else 1, s.stock)
            s.coins[seat] += paid
            s.pocket[at] = paid
            s.stock -= paid
        seat = left_of(s, seat)
    # AKI-53: without an earner the coin area keeps its coins.
    if earners > 0:
        split_area(s, s.area // earners)


@rule
def split_area(s: State, share: int) -> None:
    # AKI-52: the earners split the coin area evenly; what is left over stays.
    for seat in range(s.players):
        at = seat_row(s, seat)
        if s.acted[at] == POCKET:
            s.coins[seat] += share
            s.pocket[at] += share
            s.area -= share


@rule
def turn_tiles(s: State) -> None:
    # AKI-54: who did not do what was announced becomes unjust; AKI-55: until the next touting ends.
    for seat in range(s.players):
        if s.acted[seat_row(s, seat)] != s.declared[seat_row(s, seat)]:
            s.unjust |= bit(seat)
    # AKI-56: when all would be unjust nobody is; the auction stands (AKI-R10).
    if s.unjust == full(s.players):
        s.unjust = 0
