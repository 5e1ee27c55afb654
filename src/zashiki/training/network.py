"""The networks that are trained: a small one that plays, and a larger one that sees every seat and is used in training only."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from zashiki.bots.network.action_rows import action_rows
from zashiki.core.game import AnyGame

CAP = 8.0  # the largest output of a hidden unit, so that it can become an integer of few bits
WIDTHS = (512, 128, 128)
TRUST = 2.0  # what the best option by `worth` has over the worst at the beginning
FAR = 8.0  # differences in worth beyond so many units count no more
ABSENT = -1e9  # the logit of what is no option


def capped(x: Tensor) -> Tensor:
    """Never negative and never above the cap."""
    return x.clamp(0.0, CAP)


def there(counts: Tensor, most: int) -> Tensor:
    """Which of `most` places hold an option."""
    return torch.arange(most, device=counts.device)[None, :] < counts[:, None]


class Player(nn.Module):
    """From what one seat sees and what its options are worth: a logit for every option, and the expected share of the win."""

    def __init__(self, game: AnyGame, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        first, second, third = widths
        rows = action_rows(game)
        self.first, self.second = nn.Linear(game.observation_size, first), nn.Linear(first, second)
        self.third = nn.Linear(second, third)
        self.count, self.longest = max(map(max, rows)) + 1, max(map(len, rows))
        self.actions, self.trust, self.value = nn.Linear(third, self.count), nn.Linear(third, 2), nn.Linear(third, 1)
        for layer in (self.actions, self.trust, self.value):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        nn.init.constant_(self.trust.bias, TRUST)
        # An action with fewer rows than the longest has one beyond the table as well, which counts nothing.
        padded = [[*row, *[self.count] * (self.longest - len(row))] for row in rows]
        self.register_buffer("rows", torch.tensor(padded), persistent=False)

    def forward(self, seen: Tensor, options: Tensor, worths: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """`options` (n, most) are actions, `worths` (n, most, 2) the two features of each; only the first `counts` are real."""
        hidden = capped(self.third(capped(self.second(capped(self.first(seen))))))
        table = self.actions(hidden).float()
        rows: Tensor = self.rows[options.long()]  # type: ignore[index]
        if self.longest == 1:
            logits = table.gather(1, rows.squeeze(2))
        else:
            logits = functional.pad(table, (0, 1)).gather(1, rows.flatten(1)).view(rows.shape).sum(2)
        logits = logits + (self.trust(hidden).float()[:, None, :] * worths.float()).sum(-1)
        value: Tensor = self.value(hidden).float().squeeze(-1)
        return logits.masked_fill(~there(counts, options.shape[1]), ABSENT), value


class Critic(nn.Module):
    """The share of the win to expect when every seat's observation is known."""

    def __init__(self, game: AnyGame, width: int = 256) -> None:
        super().__init__()
        self.others, self.each, size = game.max_seats - 1, width // 2, game.observation_size
        self.own, self.other = nn.Linear(size, width), nn.Linear(size, self.each)
        self.join = nn.Linear(width + self.each * self.others, width)
        self.block, self.norm, self.out = nn.Linear(width, width), nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, seen: Tensor, others: Tensor) -> Tensor:
        """`others` (n, players - 1, size) in the order of play after the seat itself."""
        n, present, _ = others.shape
        theirs = functional.relu(self.other(others)).reshape(n, -1)
        theirs = functional.pad(theirs, (0, self.each * (self.others - present)))
        x = functional.relu(self.join(torch.cat((functional.relu(self.own(seen)), theirs), 1)))
        x = self.norm(x + self.block(x))
        out: Tensor = self.out(functional.relu(x)).float().squeeze(-1)
        return out


def worth_features(worths: Tensor, counts: Tensor, unit: float) -> Tensor:
    """Two numbers for every option: its place between worst (0) and best (1), and how far it is below the best, in units."""
    present, exact = there(counts, worths.shape[1]), worths.double()
    best = exact.masked_fill(~present, -torch.inf).amax(1, keepdim=True)
    worst = exact.masked_fill(~present, torch.inf).amin(1, keepdim=True)
    place = ((exact - worst) / (best - worst).clamp(min=1.0)).masked_fill(~present, 0)
    below = ((exact - best) / unit).clamp(min=-FAR).masked_fill(~present, 0)
    return torch.stack((place, below), -1).to(torch.float16)
