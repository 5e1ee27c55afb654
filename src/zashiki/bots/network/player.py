"""The network bot: one look at the table and at what its options are worth, and an answer at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from zashiki.bots.network import kernels
from zashiki.bots.network.compiled import compiled_answer
from zashiki.bots.network.file import BadNetwork, Network, network_of
from zashiki.bots.players import SECONDS, Desk, choose_greedily
from zashiki.core.actions import Action
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.rooms import Seat

LOG = logging.getLogger(__name__)


@cache
def usable_network(game: AnyGame) -> Network | None:
    """The network of a game; None, with a warning, where it does not fit the rules."""
    try:
        return network_of(game)
    except BadNetwork as error:
        LOG.warning("%s Until then it plays greedily.", error)
        return None


def choose_by_network(
    game: AnyGame,
    view: Any,
    seat: Seat,
    options: Sequence[Action],
    rng: list[int],
    seconds: float = SECONDS,
    *,
    slack: int = 0,
) -> Action:
    """The option that the game's network likes best, give or take some slack; the greedy one in a game without a network."""
    network = usable_network(game)
    if network is None:
        return choose_greedily(game, view, seat, options, rng, seconds)
    answer = compiled_answer(game, network)
    if answer is not None:
        return answer(game.eyes.state_from(view, rng), seat, rng, slack)
    desk, option = Desk(game, view, rng), plain(game, kernels).eased_option
    room = [0] * network.room
    action: Action = option(desk.states, seat, rng, desk.out, desk.totals, network.net, network.weights, room, slack)
    return action
