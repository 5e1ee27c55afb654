"""The networks that are trained: a small one that plays, and a larger one that sees every seat and is used in training only."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from zashiki.bots.network import kernels
from zashiki.bots.network.action_rows import action_rows
from zashiki.core.game import AnyGame

CAP = 8.0  # the largest output of a hidden unit, so that it can become an integer of few bits
GRAIN = kernels.TOP / CAP  # steps of a hidden unit's output in 1
WIDTHS = (512, 128, 128)
TRUST = 2.0  # what the best option by `worth` has over the worst at the beginning
ABSENT = -1e9  # the logit of what is no option


def stepped(x: Tensor) -> Tensor:
    """Never negative, never above the cap, and in the steps that the file's whole numbers have; gradients pass the steps by."""
    smooth = x.clamp(0.0, CAP)
    return smooth + ((smooth * GRAIN).round() / GRAIN - smooth).detach()


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
        hidden = stepped(self.third(stepped(self.second(stepped(self.first(seen))))))
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
        others, each, size = game.max_seats - 1, width // 2, game.observation_size
        self.own, self.other = nn.Linear(size, width), nn.Linear(size, each)
        self.join = nn.Linear(width + each * others, width)
        self.block, self.norm, self.out = nn.Linear(width, width), nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, seen: Tensor, others: Tensor) -> Tensor:
        """`others` (n, seats - 1, size) in the order of play after the seat itself."""
        theirs = functional.relu(self.other(others)).flatten(1)
        x = functional.relu(self.join(torch.cat((functional.relu(self.own(seen)), theirs), 1)))
        x = self.norm(x + self.block(x))
        out: Tensor = self.out(functional.relu(x)).float().squeeze(-1)
        return out


def worth_features(worths: Tensor, counts: Tensor, unit: int) -> Tensor:
    """Two numbers for every option: its place between worst (0) and best (1), and how far it is below the best, in units.

    Both in the steps of `kernels.judge_options`, which 16 bits hold exactly.
    """
    present = there(counts, worths.shape[1])
    best = worths.masked_fill(~present, torch.iinfo(torch.int64).min).amax(1, keepdim=True)
    worst = worths.masked_fill(~present, torch.iinfo(torch.int64).max).amin(1, keepdim=True)
    place = ((worths - worst) << kernels.PLACE_BITS) // (best - worst).clamp(min=1)
    below = (((best - worths) << kernels.BELOW_BITS) // unit).clamp(max=kernels.FURTHEST)
    features = torch.stack((place / (1 << kernels.PLACE_BITS), -below / (1 << kernels.BELOW_BITS)), -1)
    return features.masked_fill(~present[:, :, None], 0).to(torch.float16)
