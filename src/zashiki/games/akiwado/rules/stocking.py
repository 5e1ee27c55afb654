"""Stocking: two lots are laid out, every seat announces, every seat acts in secret, everything is settled together."""

from __future__ import annotations

from zashiki.core.bits import bit, count, full
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.akiwado import actions, cards, phase, state
from zashiki.games.akiwado.cards import EAST, EMPTY, MARKETS, POCKET, WEST
from zashiki.games.akiwado.rules import purveyor, turns
from zashiki.games.akiwado.state import TIED, UNSOLD, State, cards_in, move_lot, pay, seat_row, this_turn


@rule
def lots_drawn(s: State) -> int:
    """How many cards are laid out now."""
    # AKI-36: the last single card, the ninth with four players (AKI-R12), goes to east; west gets none.
    return min(MARKETS, cards_in(s.deck, 0))


@rule
def draw_market(s: State, rng: list[int]) -> None:
    deck = state.look_into_deck(s)
    for market in range(lots_drawn(s)):
        s.outcome[market] = state.draw_card(deck, rng)
        deck -= bit(8 * s.outcome[market])


@rule
def lay_out(s: State) -> None:
    # AKI-35: one card to east, then one to west; what lies there stays.
    for market in range(lots_drawn(s)):
        s.deck[s.outcome[market]] -= 1
        s.markets[market * cards.KINDS + s.outcome[market]] += 1
    # AKI-37: one coin goes from the stock to the coin area, if there is one.
    added = min(cards.DISH_COINS, s.stock)
    s.stock -= added
    s.area += added
    # AKI-34: all seats take part; AKI-38: they announce clockwise from the turn player.
    s.phase = phase.DECLARE
    s.waiting = bit(s.turn_player)


@rule
def declare(s: State, seat: int, place: int) -> None:
    # AKI-38: the marker shows east, west or pocket money, open to all.
    s.declared[seat_row(s, seat)] = place
    following = left_of(s, seat)
    s.waiting = bit(following)
    if following == s.turn_player:
        # AKI-40: then all seats choose their real action at the same time.
        s.phase = phase.BID
        s.waiting = full(s.players)


@rule
def has_cards(s: State, market: int) -> int:
    return 1 if cards_in(s.markets, market) > 0 else 0


@rule
def highest_bid(s: State, seat: int, market: int) -> int:
    """The most a seat can bid on a market; 0 when it cannot bid there."""
    # AKI-42: all the coins it has; AKI-43: nothing on a market without cards.
    return s.coins[seat] if cards_in(s.markets, market) > 0 else 0


@rule
def list_bids(highest: int, first: int, out: list[int], n: int) -> int:
    """Write the bids of 1 coin up to the highest from index `n` on; the new length."""
    for k in range(highest):
        out[n + k] = first + k
    return n + highest


@rule
def list_real_actions(s: State, seat: int, out: list[int]) -> int:
    # AKI-41: exactly one of a bid on east, a bid on west, pocket money; AKI-44: whatever was announced.
    # AKI-R15: no coins in the bid means pocket money; neither a bid of 0 nor one on both markets exists.
    n = list_bids(highest_bid(s, seat, EAST), actions.BID_EAST, out, 0)
    n = list_bids(highest_bid(s, seat, WEST), actions.BID_WEST, out, n)
    out[n] = actions.POCKET
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
    if action == actions.POCKET:
        return POCKET
    return WEST if action >= actions.BID_WEST else EAST


@rule
def coins_of(action: int) -> int:
    """The coins of a real action; none for pocket money."""
    first = actions.BID_WEST if action >= actions.BID_WEST else actions.BID_EAST
    return 0 if action == actions.POCKET else action - first + 1


@rule
def lift_screens(s: State) -> None:
    # AKI-45: all actions are revealed together.
    for seat in range(s.players):
        s.acted[seat_row(s, seat)] = place_of(s.sealed[seat])
        s.bids[seat_row(s, seat)] = coins_of(s.sealed[seat])
        s.sealed[seat] = EMPTY
    # AKI-88: before anything is sold the holder of the blue marker may lower a bid, if it made one (AKI-R31).
    holder = s.privileges[cards.BLUE]
    if holder != cards.NOBODY and s.acted[seat_row(s, holder)] != POCKET:
        s.phase = phase.BLUE
        s.waiting = bit(holder)
    else:
        settle(s)


@rule
def answer_blue(s: State, seat: int, action: int) -> None:
    # AKI-88: the holder's own bid may be lowered by one coin; at 0 it is no bid, and it earns no pocket money.
    s.waiting = 0
    if action == actions.REDUCE:
        s.bids[seat_row(s, seat)] -= cards.BLUE_COINS
        s.reduced[this_turn(s)] = 1
    settle(s)


@rule
def settle(s: State) -> None:
    # AKI-50: east, west, pocket money, injustice (AKI-R19); markers move for east before west is sold (AKI-R29).
    settle_market(s, EAST)
    settle_market(s, WEST)
    pay_pocket_money(s)
    turn_tiles(s)
    turns.end_turn(s)


@rule
def highest_bidder(s: State, market: int) -> int:
    """The single highest bidder; TIED or UNSOLD when there is none."""
    best, winner = 0, UNSOLD
    for seat in range(s.players):
        at = seat_row(s, seat)
        # AKI-88: a bid lowered to 0 is no bid.
        coins = s.bids[at] * int(s.acted[at] == market)
        if coins > best:
            best, winner = coins, seat
        elif coins == best:
            # AKI-48: seats that share the highest bid win nothing, and neither does anybody below them (AKI-R16).
            winner = TIED
    return winner if best > 0 else UNSOLD


@rule
def settle_market(s: State, market: int) -> None:
    if not has_cards(s, market):
        return
    winner = highest_bidder(s, market)
    s.lot_winner[this_turn(s) * MARKETS + market] = winner
    if winner >= 0:
        # AKI-46: the winner pays the bid to the stock and takes all cards.
        price = s.bids[seat_row(s, winner)]
        s.coins[winner] -= price
        s.stock += price
        move_lot(s, market, s.hands, winner)
        # AKI-81: after each sale the markers are checked, once for the whole lot (AKI-R30).
        if s.purveyor:
            purveyor.check_markers(s)
    elif winner == UNSOLD:
        # AKI-49: a lot without a bid goes to the waste, tied cards of earlier turns too (AKI-R17); AKI-59: a custom card dies.
        move_lot(s, market, s.waste, 0)
    # AKI-47: every other bid returns to its owner; AKI-48: a tied lot stays where it is.


@rule
def earners(s: State) -> int:
    """The seats that earn pocket money, as a set."""
    seats = 0
    for seat in range(s.players):
        seats |= int(s.acted[seat_row(s, seat)] == POCKET) << seat
    return seats


@rule
def pay_pocket_money(s: State) -> None:
    earning = earners(s)
    # AKI-53: without an earner the coin area stays as it is.
    if earning == 0:
        return
    # AKI-52: the earners split the coin area evenly; what is left over stays.
    share, seat = s.area // count(earning), s.turn_player
    s.area -= share * count(earning)
    # AKI-12: clockwise from the turn player; the coin area is shared afterwards (AKI-R20).
    for _ in range(s.players):
        if earning & bit(seat):
            # AKI-51: one coin from the stock; AKI-87: one more for the holder of the yellow marker.
            due = cards.POCKET_COINS
            if s.privileges[cards.YELLOW] == seat:
                due += cards.YELLOW_COINS
            s.pocket[seat_row(s, seat)] = pay(s, seat, due) + share
            s.coins[seat] += share
        seat = left_of(s, seat)


@rule
def turn_tiles(s: State) -> None:
    unjust = s.unjust
    # AKI-54: a seat that did not do what it announced becomes unjust; AKI-55: until the next touting ends.
    for seat in range(s.players):
        unjust |= int(s.acted[seat_row(s, seat)] != s.declared[seat_row(s, seat)]) << seat
    # AKI-56: when all would be unjust nobody is; the sales stand (AKI-R10).
    s.unjust = 0 if unjust == full(s.players) else unjust
