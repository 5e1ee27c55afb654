"""The phases of Rights of Losers; the rules sort them by what comes next: chance first, the end last."""

DEAL, FIRST, PLAY, CHIP, PICK, BUILD, ACTION, DROP, OVER = range(9)
NAMES = ("deal", "first", "play", "chip", "pick", "build", "action", "drop", "over")
