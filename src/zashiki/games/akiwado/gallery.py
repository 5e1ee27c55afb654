"""Everything printed for Akiwado: signs, cards, dice, screens, places of the board, combinations and privileges."""

from __future__ import annotations

from zashiki.core.rooms import Group, Thing
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.screen.faces import DICE, GOODS, Die, Good
from zashiki.games.akiwado.words.catalogue import WORDS, combination_name, marker_name, marker_right

# Signs and places with a sentence of their own, and where the rules say it.
SIGNS = {"coin": "AKI-3", "screen": "AKI-11", "seal": "AKI-40", "announcement": "AKI-38", "tile": "AKI-54", "pair": "AKI-62"}
PLACES = {"east": "AKI-35", "west": "AKI-35", "dish": "AKI-52", "deck": "AKI-60", "waste": "AKI-49", "case": "AKI-5"}

NUMBERS = {"coins": cards.COINS, "each": cards.STARTING_COINS, "dish": cards.DISH_COINS, "pocket": cards.POCKET_COINS}


def things() -> tuple[Group, ...]:
    """Everything printed."""
    colours = [GOODS[colour] for colour in cards.COLOUR_IDS]
    return (
        Group(WORDS("gallery_signs"), tuple(_thing(key, key, clause) for key, clause in SIGNS.items()), signs=True),
        Group(WORDS("gallery_dice"), tuple(map(_die, DICE.values())), WORDS("gallery_reconstructed"), signs=True),
        Group(WORDS("gallery_cards"), tuple(map(_card, GOODS.values()))),
        Group(WORDS("gallery_screens"), tuple(map(_screen, colours))),
        Group(WORDS("gallery_places"), tuple(_thing(key, key, clause) for key, clause in PLACES.items())),
        Group(WORDS("gallery_combinations"), tuple(map(_combination, range(2, cards.COLOURS + 1)))),
        Group(WORDS("gallery_privileges"), tuple(map(_privilege, colours)), WORDS("gallery_variant")),
    )


def _thing(key: str, face: str, clause: str) -> Thing:
    return Thing(key, WORDS(f"about_{key}_title"), WORDS(f"about_{key}", **NUMBERS), clause, {"w": WORDS, "face": face})


def _die(die: Die) -> Thing:
    title = WORDS("about_die_title", face=die.face)
    if die.pays is None:
        text, clause = WORDS("about_die_one"), "AKI-23"
    else:
        text, clause = WORDS("about_die", colour=die.pays.name, goods=die.pays.goods), "AKI-22"
    return Thing(f"die-{die.face}", title, text, clause, {"face": "die", "die": die})


def _card(good: Good) -> Thing:
    shown = {"face": "card", "good": good}
    if good.key == "custom":
        return Thing(good.key, WORDS("about_custom_title"), WORDS("about_custom", copies=_copies(good)), "AKI-63", shown)
    text = WORDS("about_card", copies=_copies(good), pip=cards.PIPS[cards.CARD_IDS.index(good.key)])
    return Thing(good.key, WORDS("about_card_title", colour=good.name, goods=good.goods), text, "AKI-22", shown)


def _copies(good: Good) -> int:
    return cards.COPIES[cards.CARD_IDS.index(good.key)]


def _screen(good: Good) -> Thing:
    title, text = WORDS("about_shop_title", colour=good.name), WORDS("about_shop", colour=WORDS(f"colour_{good.key}"))
    return Thing(f"screen-{good.key}", title, text, "AKI-8", {"face": "noren", "good": good})


def _combination(pairs: int) -> Thing:
    colours = [GOODS[colour] for colour in cards.COLOUR_IDS[:pairs]]
    text = WORDS("about_combination", pairs=pairs, points=WORDS("points", count=cards.SPECIAL[pairs]))
    return Thing(cards.COMBINATION_IDS[pairs], combination_name(pairs), text, "AKI-62", {"face": "combination", "goods": colours})


def _privilege(good: Good) -> Thing:
    text = WORDS("about_privilege", colour=WORDS(f"colour_{good.key}"), right=marker_right(good.key))
    clause = cards.PRIVILEGES[good.key].text("clause")
    return Thing(f"marker-{good.key}", marker_name(good.key), text, clause, {"face": "marker", "good": good})
