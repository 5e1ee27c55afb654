"""The phases of Paper Lantern; chance comes first, the end last."""

DEAL, PRIZE, BID, OVER = range(4)
NAMES = ("deal", "prize", "bid", "over")
