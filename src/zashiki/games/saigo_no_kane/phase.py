"""The phases of Saigo no Kane: the kind of event that comes next.

The specification calls this a *node*; what it calls a *phase* is a stage of the day here (`stage.py`).
"""

from __future__ import annotations

from zashiki.core import game

# Chance
DRAW_PET, DRAW_CANDIDATE, DEAL_CARD, LAY_STUDENT, LAY_ITEM, DRAW_EVENT, DRAW_STUDENT, DRAW_ITEM, DRAW_CARD = range(9)
# Decisions
CANDIDATE, ATTEND, LOBBY, FILL, ABILITY, TARGET, EXCHANGE, COUNTER, BONUS = range(9, 18)
START, PAY, PREPARE, BID, REWARD, SETTLE, RETURN, DROP = range(18, 26)
OVER = 26
GO_ON = 27  # a step is over and `State.resume` says what follows; no event ever finds it

NAMES = (
    "pet", "candidate dealt", "card dealt", "student laid out", "item laid out", "event", "student", "item", "card",
    "candidate", "attend", "lobby", "fill", "ability", "target", "exchange", "counter", "bonus",
    "start", "pay", "prepare", "bid", "reward", "settle", "return", "drop", "over",
)  # fmt: skip
STATUS = (game.CHANCE,) * CANDIDATE + (game.DECISION,) * (OVER - CANDIDATE) + (game.OVER,)

# What can follow a step that is over.
END_TURN, SAME_TURN, TO_BONUS, TO_PAY, TO_PREPARE, TO_NEXT_EVENT, TO_SETTLE, TO_MARKET, TO_PET = range(9)
TO_COUNTER, TO_REWARDS, TO_LIMITS, TO_NIGHT = range(9, 13)
