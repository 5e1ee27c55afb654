"""The cards, coins, dice and privileges of Akiwado: loaded from cards.toml, checked, and laid out as constant tables."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry, as_printed, load_cards
from zashiki.core.words import Words

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {
        "card": {"key", "name", "goods", "sign", "copies", "pip"},
        "coin": {"copies", "each", "more"},
        "die": {"copies", "faces", "any", "pays"},
        "article": {"pays"},
        "dish": {"coins"},
        "pocket": {"coins"},
        "combination": {"pairs", "name", "points"},
        "privilege": {"key", "name", "points?", "coins?", "cards?", "voices?"},
    },
)

MAX_SEATS = 5
EMPTY = -1  # not yet, or none
NOBODY = -1

# Card types in canonical order: five colours of articles, then the custom card.
CARDS: list[Entry] = _DATA["card"]
CARD_IDS = tuple(card.text("key") for card in CARDS)
CARD_NAMES = tuple(card.text("name") for card in CARDS)
COPIES = tuple(card.number("copies") for card in CARDS)
KINDS = len(CARDS)
CUSTOM = CARD_IDS.index("custom")
COLOURS = CUSTOM
COLOUR_IDS = CARD_IDS[:COLOURS]
WHITE, YELLOW, RED, BLUE, BLACK = (COLOUR_IDS.index(key) for key in ("white", "yellow", "red", "blue", "black"))
MOST_COPIES = max(COPIES)

# AKI-3: 50 coins and three dice; nothing is added when something runs out.
COINS = _DATA["coin"][0].number("copies")
STARTING_COINS = _DATA["coin"][0].number("each")
EXTRA_COINS = _DATA["coin"][0].numbers("more")  # by seat
DICE = _DATA["die"][0].number("copies")
FACES = _DATA["die"][0].number("faces")
ANYBODY = _DATA["die"][0].number("any")
ANYBODY_PAYS = _DATA["die"][0].number("pays")
ARTICLE_PAYS = _DATA["article"][0].number("pays")
DISH_COINS = _DATA["dish"][0].number("coins")
POCKET_COINS = _DATA["pocket"][0].number("coins")

# AKI-22: the colour whose articles a face pays; EMPTY for the face that pays everybody (AKI-23).
_PIPS = {card.number("pip"): kind for kind, card in enumerate(CARDS) if card.number("pip")}
FACE_COLOUR = tuple(_PIPS.get(face, EMPTY) for face in range(FACES + 1))
PIPS = tuple(card.number("pip") for card in CARDS)

# AKI-62: special points by the number of paired colours.
_COMBINATIONS = {entry.number("pairs"): entry for entry in _DATA["combination"]}
SPECIAL = tuple(_COMBINATIONS[pairs].number("points") if pairs in _COMBINATIONS else 0 for pairs in range(COLOURS + 1))
COMBINATION_NAMES = tuple(_COMBINATIONS[pairs].text("name") if pairs in _COMBINATIONS else "" for pairs in range(COLOURS + 1))
COMBINATION_IDS = tuple(name.lower() for name in COMBINATION_NAMES)

PRIVILEGES = {entry.text("key"): entry for entry in _DATA["privilege"]}
WHITE_POINTS = PRIVILEGES["white"].number("points")
YELLOW_COINS = PRIVILEGES["yellow"].number("coins")
BLUE_COINS = PRIVILEGES["blue"].number("coins")
BLACK_VOICES = PRIVILEGES["black"].number("voices")
PRIVILEGE_NUMBERS = {
    "white": WHITE_POINTS,
    "yellow": YELLOW_COINS,
    "red": PRIVILEGES["red"].number("cards"),
    "blue": BLUE_COINS,
    "black": BLACK_VOICES,
}

# The two markets, and the third thing a seat can announce and do.
EAST, WEST, POCKET = range(3)
MARKETS = 2
PLACE_IDS = ("east", "west", "pocket")
PLACES = len(PLACE_IDS)

WASTE_PER_SEAT = 2
LAST_TURN = 6  # no seat count has more turns


def _check() -> None:
    counts = (COPIES, COINS, STARTING_COINS, EXTRA_COINS, DICE, sorted(_PIPS), SPECIAL)
    if as_printed() and counts != ((6, 6, 6, 6, 6, 2), 50, 5, (0,) * MAX_SEATS, 3, [2, 3, 4, 5, 6], (0, 0, 3, 6, 12, 20)):
        raise ValueError(f"cards.toml: copies, coins, pips or points are not those of the game: {counts}")
    if (given := STARTING_COINS * MAX_SEATS + sum(EXTRA_COINS)) > COINS:
        words = Words(Path(__file__).parent / "words" / "words.toml")  # the catalogue itself needs the cards
        raise ValueError(words("cards_coins", given=given, coins=COINS))
    if tuple(PRIVILEGES) != COLOUR_IDS:
        raise ValueError(f"cards.toml: privileges {tuple(PRIVILEGES)} instead of {COLOUR_IDS}")


_check()
