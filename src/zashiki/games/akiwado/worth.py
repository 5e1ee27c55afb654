"""What bots go by in Akiwado: what a position is worth to a seat, and which sealed actions of its rivals are plausible.

The value is in ten-thousandths of a victory point. A hand counts for its points and its prospects, coins count while they
can still be spent, and a broken word costs the touting it misses. A choice still behind the seat's own screen counts for what
it would bring against rivals who mostly do what they announced.
"""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.cards import COLOURS, EMPTY, KINDS, NOBODY, PLACES, POCKET
from zashiki.games.akiwado.rules.purveyor import strict_most
from zashiki.games.akiwado.rules.stocking import coins_of, has_cards, place_of
from zashiki.games.akiwado.rules.touting import MOST_ROLLS, income_if, participants, voices_needed, voices_of
from zashiki.games.akiwado.scoring import cards_of, points_of, special_points, winners
from zashiki.games.akiwado.state import State, cards_in, seat_row, this_turn

POINT = 10_000
WIN = 50 * POINT
ARTICLE = 2_000  # what an article earns in one more turn
NEW_COLOUR = 5_000
CUSTOM_CARD = 10_000
COIN = 27  # a hundredth of a coin, while there is something to buy
LAST_COIN = 1
RIVALS_COIN = 80  # hundredths of a coin that a rival's coin takes away
BROKEN_WORD = 7_000
SKIPPED_TURN = 4_500
DENIAL = 15  # percent of what a lot is worth to a rival
MARKER = (cards.WHITE_POINTS * POINT, 6_000, 15_000, 4_000, 6_000)  # by colour
SURE = 1_000
BIDS_WHERE_ANNOUNCED, BIDS_ELSEWHERE, BIDS_UNKNOWN = 600, 200, 350  # of 1000 rivals
KEPT_WORD = 13  # to 1 for each other place: of five seats four keep their word, the fifth goes to any of the three places
TYPICAL_BID = 10  # a rival rarely bids more
REROLL = 50  # what another roll of the same turn player takes from a seat, in hundredths of a coin
WORLDS = 3  # imagined for a greedy choice


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    if s.phase == phase.OVER:
        return final_worth(s, seat)
    value = hand_worth(s, seat) + purse_worth(s, seat)
    if s.unjust & bit(seat):
        value -= broken_word(s, seat)
    if s.phase == phase.CHALLENGE:
        value += split_worth(s, seat)
    elif s.phase == phase.DECLARE or s.phase == phase.BID:
        value += stocking_worth(s, seat)
    return value


@rule
def final_worth(s: State, seat: int) -> int:
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, points_of(s, other))
    value = POINT * (points_of(s, seat) - best) + LAST_COIN * s.coins[seat]
    return value + WIN if winners(s) & bit(seat) else value


@rule
def turns_to_come(s: State) -> int:
    """The markets still to be laid out."""
    return (cards_in(s.deck, 0) + 1) // 2


@rule
def coin_worth(s: State) -> int:
    """The value of a hundredth of a coin."""
    return COIN if turns_to_come(s) > 0 else LAST_COIN


@rule
def hand_worth(s: State, seat: int) -> int:
    """Points as they stand, and what articles, colours, custom cards and markers promise."""
    value = POINT * (cards_of(s, seat) + special_points(s, seat))
    turns = turns_to_come(s)
    for colour in range(COLOURS):
        articles = s.hands[seat * KINDS + colour]
        value += ARTICLE * turns * articles
        if articles > 0 and turns > 0:
            value += NEW_COLOUR
        if s.purveyor:
            # The marker is the seat's after the next check.
            owner = strict_most(s, colour)
            if owner == seat or (owner == NOBODY and s.privileges[colour] == seat):
                value += MARKER[colour]
    if turns > 0:
        value += CUSTOM_CARD * s.hands[seat * KINDS + cards.CUSTOM]
    return value


@rule
def lot_gain(s: State, seat: int, market: int) -> int:
    """How much the hand gains with the lot; the hand is left as it was."""
    before = hand_worth(s, seat)
    for kind in range(KINDS):
        s.hands[seat * KINDS + kind] += s.markets[market * KINDS + kind]
    after = hand_worth(s, seat)
    for kind in range(KINDS):
        s.hands[seat * KINDS + kind] -= s.markets[market * KINDS + kind]
    return after - before


@rule
def purse_worth(s: State, seat: int) -> int:
    """Own coins against the others' on average."""
    others = 0
    for other in range(s.players):
        if other != seat:
            others += s.coins[other]
    return coin_worth(s) * (100 * s.coins[seat] - RIVALS_COIN * others // (s.players - 1))


@rule
def broken_word(s: State, seat: int) -> int:
    """What being unjust costs."""
    if turns_to_come(s) == 0:
        return 0
    return BROKEN_WORD + (SKIPPED_TURN if seat == left_of(s, s.turn_player) else 0)


# Touting


@rule
def split_worth(s: State, seat: int) -> int:
    """What the split on the table promises: its income against the others', if it is likely to pass."""
    gain = relative_income(s, seat)
    if seat == s.turn_player:
        return 0 if likely_to_fail(s) else coin_worth(s) * gain
    # A vote is weighed by what it would change.
    if s.rolls[this_turn(s)] < MOST_ROLLS:
        gain += REROLL
    if s.sealed[seat] == EMPTY:
        return 0
    return -coin_worth(s) * gain if s.sealed[seat] == actions.CHALLENGE else coin_worth(s) * gain


@rule
def relative_income(s: State, seat: int) -> int:
    """Own income against the mean of the others, in hundredths of a coin."""
    choice = s.kept[this_turn(s)]
    others = 0
    for other in range(s.players):
        if other != seat:
            others += income_if(s, other, choice)
    return 100 * income_if(s, seat, choice) - RIVALS_COIN * others // (s.players - 1)


@rule
def is_unhappy(s: State, seat: int) -> int:
    """Paid at least two coins less than the turn player, or nothing while the turn player is paid."""
    choice = s.kept[this_turn(s)]
    own, kept = income_if(s, seat, choice), income_if(s, s.turn_player, choice)
    return 1 if own + 2 <= kept or (own == 0 and kept > 0) else 0


@rule
def likely_to_fail(s: State) -> int:
    """Whether half of the participants have reason to challenge."""
    voters = participants(s) & ~bit(s.turn_player)
    voices = 0
    for seat in range(s.players):
        if voters & bit(seat) and is_unhappy(s, seat):
            voices += voices_of(s, seat)
    return 1 if voices >= voices_needed(s) else 0


# Stocking


@rule
def stocking_worth(s: State, seat: int) -> int:
    """What the sealed choice promises, or the best that keeps the announced word."""
    if s.sealed[seat] != EMPTY:
        return choice_worth(s, seat, place_of(s.sealed[seat]), coins_of(s.sealed[seat]))
    place = s.declared[seat_row(s, seat)]
    if place == EMPTY:
        return 0
    if place == POCKET or not has_cards(s, place) or s.coins[seat] == 0:
        return choice_worth(s, seat, POCKET, 0)
    best = choice_worth(s, seat, place, 1)
    for coins in range(2, min(s.coins[seat], TYPICAL_BID + 1) + 1):
        best = max(best, choice_worth(s, seat, place, coins))
    return best


@rule
def choice_worth(s: State, seat: int, place: int, coins: int) -> int:
    """What a real action promises."""
    value = 0
    if place == POCKET:
        value = coin_worth(s) * pocket_money(s, seat)
    else:
        gain = lot_gain(s, seat, place) + DENIAL * rivals_gain(s, seat, place) // 100
        chance = chance_to_win(s, seat, place, coins)
        value = chance * gain // SURE - chance * coins * 100 * coin_worth(s) // SURE
    if s.declared[seat_row(s, seat)] != place:
        value -= broken_word(s, seat)
    return value


@rule
def pocket_money(s: State, seat: int) -> int:
    """The coins to expect from pocket money, in hundredths."""
    earners = 1
    for other in range(s.players):
        if other != seat and s.declared[seat_row(s, other)] == POCKET:
            earners += 1
    coins = 100 * cards.POCKET_COINS + 100 * s.area // earners
    return coins + 100 * cards.YELLOW_COINS if s.privileges[cards.YELLOW] == seat else coins


@rule
def rivals_gain(s: State, seat: int, market: int) -> int:
    """What the lot would bring the seat it suits best among the others."""
    best = 0
    for other in range(s.players):
        if other != seat and s.coins[other] > 0:
            best = max(best, lot_gain(s, other, market))
    return best


@rule
def chance_to_win(s: State, seat: int, market: int, coins: int) -> int:
    """Out of 1000, how often a bid is the single highest, if rivals mostly keep their word."""
    chance = SURE
    for other in range(s.players):
        if other != seat and s.coins[other] >= coins:
            most = min(s.coins[other], TYPICAL_BID)
            reaching = max(most - coins + 1, 0)
            chance = chance * (SURE - bids_there(s, other, market) * reaching // most) // SURE
    return chance


@rule
def bids_there(s: State, seat: int, market: int) -> int:
    """Out of 1000, how often a rival bids on the market."""
    said = s.declared[seat_row(s, seat)]
    if said == EMPTY:
        return BIDS_UNKNOWN
    return BIDS_WHERE_ANNOUNCED if said == market else BIDS_ELSEWHERE


@rule
def plausible(s: State, seat: int) -> int:
    """How likely it is that the others sealed just these actions; there is no telling how they vote."""
    weight = ALIKE
    if s.phase == phase.BID:
        for other in range(s.players):
            if other != seat and s.sealed[other] != EMPTY:
                weight = max(weight, 1) * action_weight(s, other)
    return weight


@rule
def action_weight(s: State, seat: int) -> int:
    """How often a seat would seal the action it did: four in five keep their word, and a bid is the lower of two draws."""
    said, action, purse = s.declared[seat_row(s, seat)], s.sealed[seat], s.coins[seat]
    if action != actions.POCKET:
        # Of all purse * purse pairs of bids, so many have this one as the lower.
        return (KEPT_WORD if said == place_of(action) else 1) * (2 * (purse - coins_of(action)) + 1)
    weight = 0
    for place in range(PLACES):
        # A seat that would bid on a market without cards goes for pocket money instead.
        if place == POCKET or not has_cards(s, place):
            weight += KEPT_WORD if said == place else 1
    return weight * max(purse * purse, 1)
