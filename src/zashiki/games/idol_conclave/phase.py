"""The phases of Idol Conclave, in order."""

(
    START, IDENTITIES, CANDIDATES, EVENTS, OPENING, TURN, OPEN, TRADE_FIRST, TRADE_SECOND, MOVE_CARD, MOVE_TO, EXCHANGE, BREAK,
    CONTROL, PEEK, BALLOT, ORDER, OVER,
) = range(18)  # fmt: skip
NAMES = (
    "start", "identities", "candidates", "events", "opening", "turn", "open", "trade-first", "trade-second", "move-card",
    "move-to", "exchange", "break", "control", "peek", "ballot", "order", "over",
)  # fmt: skip
