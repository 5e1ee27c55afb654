"""A network shaped like the rules of Rights of Losers: spaces surrounded by chips, and points that touch spaces.

One small network is shared by the 25 spaces and one by the 81 points, so that what is learned in one place applies to all of
them. The output begins with the logits of the 375 actions; the value of the position is computed from the whole output.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.cards import CARDS, COLOUR_COUNT, MAX_SEATS, NUMBERS, POINTS, SIDE, SPACES, TOUCHED

TRUST = 5.0  # initial weight of `worth`: two more points make an option e times as likely
EMPTY_VALUE = 0.6  # value of a space without a card; cards have 0.1 to 1
LAND = 1.0  # stands in for a colour
KINDS = 3  # kinds of points: on a card, on an edge, on a corner
STANDINGS = 6  # at a space: no chips, tied, one chip behind, further behind, one chip ahead, further ahead
SPACE_INPUTS = STANDINGS * 3 + STANDINGS + KINDS * MAX_SEATS + 1

_starts = accumulate((part.size for part in GAME.eyes.OBSERVATION), initial=0)
PLACES = {part.name: slice(start, start + part.size) for part, start in zip(GAME.eyes.OBSERVATION, _starts, strict=False)}
COMMON = slice(0, PLACES["hand"].start)  # phase, trick, who leads, who won, supplies …
BLOCKS = {block.name: block.size for block in GAME.actions.blocks}
WORTHS = slice(GAME.observation_size, GAME.observation_size + GAME.action_count)


def numbers_of(cards: Any) -> Any:
    """How many of these cards have each number."""
    return cards.view(-1, COLOUR_COUNT, NUMBERS).sum(1)


class BoardNetwork(BaseFeaturesExtractor):
    """Maps the observation, the worth of every option and the worth of the best one to logits and features."""

    def __init__(self, observation_space: Any, width: int) -> None:
        super().__init__(observation_space, GAME.action_count + width)
        touched = torch.tensor([[float(spaces >> space & 1) for space in range(SPACES)] for spaces in TOUCHED])
        kinds = nn.functional.one_hot(torch.tensor([point // SIDE % 2 + point % SIDE % 2 for point in range(POINTS)])).float()
        self.register_buffer("touched", touched)
        self.register_buffer("kinds", kinds)
        self.register_buffer("touched_by_kind", (touched[:, :, None] * kinds[:, None, :]).flatten(1))
        self.register_buffer("block", torch.repeat_interleave(torch.tensor(list(BLOCKS.values()))))
        common = COMMON.stop + 2 * NUMBERS + 1
        self.space, self.common, self.space_2 = nn.Linear(SPACE_INPUTS, width), nn.Linear(common, width), nn.Linear(width, width)
        self.kind, self.point, self.point_logits = nn.Linear(KINDS, width), nn.Linear(width, width), nn.Linear(width, 3)
        self.build_logit = nn.Linear(width, 1)
        cards = PLACES["field"].start + MAX_SEATS * CARDS + CARDS + 1 + width
        self.cards = nn.Sequential(nn.Linear(cards, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        on_points = BLOCKS["build"] + sum(BLOCKS[name] for name in ("chip", "lift", "drop"))
        self.card_logits = nn.Linear(width, GAME.action_count - on_points)
        self.trust = nn.Parameter(torch.full((len(BLOCKS),), TRUST))

    def forward(self, seen: Any) -> Any:
        part = {name: seen[:, place] for name, place in PLACES.items()}
        worths, best = seen[:, WORTHS], seen[:, -1:]
        trick = part["trick_cards"].view(-1, CARDS, MAX_SEATS).sum(2) + part["won"]
        common = torch.cat([seen[:, COMMON], numbers_of(trick).clamp(max=1), numbers_of(part["picked"]), best], 1)
        build_worths = worths[:, sum(BLOCKS[name] for name in ("play", "chip", "pick")) :][:, :SPACES]

        spaces = torch.cat([self.look_at_spaces(part), build_worths[:, :, None]], 2)
        spaces = torch.relu(self.space(spaces) + self.common(common)[:, None])
        spaces = torch.relu(self.space_2(spaces))
        points = self.point_logits(torch.relu(self.point(self.touched @ spaces + self.kind(self.kinds))))

        gone = part["played"].view(-1, CARDS, MAX_SEATS).sum(2)
        cards = [seen[:, : PLACES["field"].start], part["trick_cards"], gone, best, spaces.mean(1)]
        features = self.cards(torch.cat(cards, 1))
        logits = dict(zip(("chip", "lift", "drop"), points.unbind(2), strict=True))
        logits["build"] = self.build_logit(spaces)[:, :, 0]
        others = [name for name in BLOCKS if name not in logits]
        logits |= zip(others, self.card_logits(features).split([BLOCKS[name] for name in others], 1), strict=True)
        return torch.cat([torch.cat([logits[name] for name in BLOCKS], 1) + self.trust[self.block] * worths, features], 1)

    def look_at_spaces(self, part: dict[str, Any]) -> Any:
        """Per space: what lies there, the observer's standing, what it is worth, and everybody's chips around it."""
        chips = part["chips"].view(-1, POINTS, MAX_SEATS).transpose(1, 2)
        around = (chips @ self.touched_by_kind).view(-1, MAX_SEATS, SPACES, KINDS)
        counts = around.sum(3)
        nobody, lead = counts.sum(1) == 0, counts[:, 0] - counts[:, 1:].amax(1)
        standing = torch.stack([nobody, (lead == 0) & ~nobody, lead == -1, lead < -1, lead == 1, lead > 1], 2).float()
        number, colour = part["field"].view(-1, SPACES, 2).unbind(2)
        lying = torch.stack([colour == 0, colour == LAND, (colour > 0) & (colour < LAND)], 2).float()
        value = torch.where(colour == 0, EMPTY_VALUE, number)
        both = (standing[:, :, :, None] * lying[:, :, None, :]).flatten(2)
        return torch.cat([both, standing * value[:, :, None], around.transpose(1, 2).flatten(2) / 2], 2)


class Logits(nn.Module):
    """Passes the first features through unchanged."""

    def forward(self, features: Any) -> Any:
        return features[:, : GAME.action_count]


class BoardPolicy(MaskableActorCriticPolicy):
    """A policy whose network computes the logits itself."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Logits()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
