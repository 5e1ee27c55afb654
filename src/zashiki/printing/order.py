"""What somebody wants printed, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import urlencode

from zashiki.core.dials import dials
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.options import Option
from zashiki.core.pieces import POKER, Edition, Ink
from zashiki.core.record import Kifu, kifu_of
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.core.words import listed
from zashiki.games import find_game
from zashiki.printing.catalogue import WORDS
from zashiki.printing.paper import PAPERS, Paper

CARDS = ("own", "poker")  # the size that suits the game, or the one that every sleeve fits
INKS: tuple[Ink, ...] = get_args(Ink)
PARTS = ("pieces", "boards", "aids", "rules", "record", "label")
MOST_COPIES = 20


@dataclass(frozen=True)
class Order:
    """A set to print. The seed determines the boards of games whose boards are drawn by chance."""

    game: str
    players: int
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    dials: tuple[tuple[str, int], ...] = ()  # numbers that are not as printed
    house_rules: str = ""  # what the server calls them
    paper: str = "a4"
    card: str = "own"
    ink: str = "full"
    both: bool = True  # sheets are printed on both sides
    parts: tuple[str, ...] = PARTS
    server: str | None = None  # where the codes lead; None: they contain the beginning of the record itself

    @property
    def of(self) -> AnyGame:
        """The game, over the numbers that were ordered."""
        return turned(find_game(self.game), dict(self.dials))

    @property
    def size(self) -> Paper:
        return PAPERS[self.paper]

    @property
    def edition(self) -> Edition:
        """What the game is asked to draw."""
        sheets = self.of.sheets
        assert sheets is not None
        chosen = self.of.chosen_options(dict(self.options))
        return Edition(
            self.players, chosen, POKER if self.card == "poker" else sheets.CARD, "spare" if self.ink == "spare" else "full"
        )


def printable(game: AnyGame) -> bool:
    """Whether the game can be printed."""
    return game.sheets is not None


def checked(order: Order) -> Order:
    """The order; BadOption where it makes no sense."""
    game = order.of
    if not printable(game):
        raise BadOption(WORDS("not_printable", game=game.name))
    for value, key, known in (
        (order.paper, "no_paper", PAPERS),
        (order.card, "no_card", CARDS),
        (order.ink, "no_ink", INKS),
    ):
        if value not in known:
            raise BadOption(WORDS(key, known=listed(known), value=value))
    unknown = [part for part in order.parts if part not in PARTS]
    if unknown or not order.parts:
        raise BadOption(WORDS("no_part", known=listed(PARTS), parts=listed(unknown)))
    game.encode_options(order.players, dict(order.options))
    return order


def changes(order: Order) -> list[str]:
    """What is not as in the printed rules, in words: options first, then numbers."""
    game = order.of
    chosen = game.chosen_options(dict(order.options))
    numbers = {dial.name: dial for dial in dials(game)}
    return [
        *(
            WORDS("chosen", title=game.option_title(option), value=_value(game, option, chosen[option.name]))
            for option in game.about.options
            if option.name in chosen and not option.is_seat
        ),
        *(
            WORDS("turned", words=numbers[name].words, number=value, printed=numbers[name].value, clause=numbers[name].clause)
            for name, value in game.turned.items()
        ),
    ]


def _value(game: AnyGame, option: Option, value: str) -> str:
    """A value of an option in words; yes and no are the same in every game."""
    if set(option.choices(game.max_seats)) == {"true", "false"}:
        return WORDS("yes" if value == "true" else "no")
    return listed(game.choice_title(each) for each in value.split(","))


def paper_table(game: AnyGame, players: int, seed: int, options: Mapping[str, str] | None = None) -> Table[Any, Any]:
    """A table before its first decision: with freshly drawn boards where the game prints them, and whoever starts is seat 0.

    Where nothing that chance draws is printed, cards are shuffled by hand and the table waits for its first chance event."""
    given = dict(options or {})
    if not has_boards(game):
        return Table(game, players, given)
    for option in seat_options(game):
        given.setdefault(option, "0")
    return Table(game, players, given, seed=seed)


def seat_options(game: AnyGame) -> list[str]:
    """The options that say who begins: at a real table people agree on that."""
    return [option.name for option in game.about.options if option.is_seat]


def has_boards(game: AnyGame) -> bool:
    """Whether chance draws what is printed, so that every set differs."""
    return hasattr(game.sheets, "boards")


def paper_record(table: Table[Any, Any]) -> Kifu:
    """The boards as the beginning of a record: type it in or upload it, then add the moves."""
    return kifu_of(table)


def paper_link(order: Order) -> str:
    """The address that opens the same set on a server."""
    chosen = {key: value for key, value in order.options if key not in seat_options(order.of)}
    query = {"players": str(order.players), "seed": str(order.seed)} | chosen
    if order.house_rules:
        query["house_rules"] = order.house_rules
    return f"{(order.server or '').rstrip('/')}/print/{order.game}?{urlencode(query)}"
