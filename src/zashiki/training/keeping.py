"""A training in one file of at most 16 MiB: networks and second moments in 16 bits, and as many earlier selves as fit.

What is kept is not quite what was there. So a learner goes on from what it kept, as a resumed one does: both learn the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from zashiki.core.errors import BadOption
from zashiki.training.learner import Learner
from zashiki.training.words import WORDS

LARGEST = 15 << 20  # bytes of numbers; the rest of the file is names
FORMAT = 2


def halved(numbers: Mapping[str, Tensor], kind: torch.dtype = torch.float16) -> dict[str, Tensor]:
    """The same numbers in 16 bits, off the GPU."""
    return {name: value.detach().to(kind).cpu() for name, value in numbers.items()}


def whole(numbers: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The same numbers in 32 bits."""
    return {name: value.float() for name, value in numbers.items()}


def size_of(*parts: Mapping[str, Tensor]) -> int:
    """The bytes of all numbers."""
    return sum(value.nbytes for part in parts for value in part.values())


def pack(learner: Learner, spent: float) -> dict[str, Any]:
    """What a training goes on from, after so many seconds."""
    player, average = halved(learner.player.state_dict()), halved(learner.average.state_dict())
    critic, state = halved(learner.critic.state_dict()), learner.optimiser.state_dict()["state"]
    moments = halved({str(key): held["exp_avg_sq"] for key, held in state.items()}, torch.bfloat16)
    room = max(0, (LARGEST - size_of(player, average, critic, moments)) // size_of(player))
    past = learner.past[len(learner.past) - min(room, len(learner.past)) :]
    return {
        "format": FORMAT, "game": learner.game.full_id, "rules": learner.game.about.rules_version, "widths": learner.widths,
        "unit": learner.unit, "seed": learner.seed, "origin": learner.origin, "updates": learner.updates,
        "decisions": learner.decisions, "spent": spent,
        "player": player, "average": average, "critic": critic, "past": [halved(each.state_dict()) for each in past],
        "moments": moments, "steps": {str(key): float(held["step"]) for key, held in state.items()},
    }  # fmt: skip


def unpack(learner: Learner, kept: Mapping[str, Any]) -> float:
    """Go on from what `pack` gave; the seconds spent so far. BadOption where it is the training of something else."""
    wanted = (FORMAT, learner.game.full_id, learner.game.about.rules_version, tuple(learner.widths))
    found = (kept.get("format"), kept["game"], kept["rules"], tuple(kept["widths"]))
    if found != wanted:
        named = dict(zip(("game", "rules", "widths"), found[1:], strict=True))
        named |= dict(zip(("wanted", "wanted_rules", "wanted_widths"), wanted[1:], strict=True))
        raise BadOption(WORDS("other_training", **named))
    for name in ("unit", "seed", "origin", "updates", "decisions"):
        setattr(learner, name, kept[name])
    learner.player.load_state_dict(whole(kept["player"]))
    learner.forget()
    learner.average.load_state_dict(whole(kept["average"]))
    learner.critic.load_state_dict(whole(kept["critic"]))
    for k, earlier in enumerate(kept["past"]):
        if k == len(learner.past):
            learner.past.append(type(learner.player)(learner.game, learner.widths).to(learner.device))
        learner.past[k].load_state_dict(whole(earlier))
    state = learner.optimiser.state_dict()
    state["state"] = {
        int(key): {
            "step": torch.tensor(kept["steps"][key]), "exp_avg": torch.zeros_like(value, dtype=torch.float32),
            "exp_avg_sq": value.float(),
        }
        for key, value in kept["moments"].items()
    }  # fmt: skip
    learner.optimiser.load_state_dict(state)
    spent: float = kept["spent"]
    return spent


def keep(learner: Learner, spent: float, file: Path) -> None:
    """Write the file, whole or not at all, and go on from what is in it, with new games."""
    kept = pack(learner, spent)
    if learner.together.rank == 0:
        part = file.with_name(f"{file.name}.part")
        torch.save(kept, part)
        os.replace(part, file)
    unpack(learner, kept)
    learner.begin_games()


def resume(learner: Learner, file: Path) -> float:
    """Go on from a file, which the first process reads, with new games; the seconds spent so far."""
    spent = unpack(learner, learner.together.told(torch.load(file, weights_only=True) if learner.together.rank == 0 else None))
    learner.begin_games()
    return spent
