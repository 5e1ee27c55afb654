"""Started by `torchrun` in two processes: train a small game together and write down what each of them ends with."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from zashiki.training.learner import Plan
from zashiki.training.sitting import Length, Sitting
from zashiki.training.together import join


def main() -> None:
    torch.set_num_threads(1)
    from paper_lantern import GAME

    from zashiki.training import tables

    tables.SPREAD = 16
    folder, ticks = Path(sys.argv[1]), iter(range(10_000))
    together = join("cpu")
    length = Length(distil=6, whole=40, sitting=40, report=1000, keep=15)
    sitting = Sitting(
        GAME, folder / "both.pt", length, tables=12, judged=4, device="cpu", plan=Plan(steps=8, chunk=32, settle=1),
        widths=(16, 8, 8), together=together, clock=lambda: float(next(ticks)), say=lambda _: None,
    )  # fmt: skip
    sitting.train()
    learner = sitting.learner
    networks = (learner.player, learner.average, learner.critic)
    numbers = torch.cat([value.flatten() for network in networks for value in network.parameters()]).detach()
    games = learner.tables._rngs.tolist()
    torch.save({"numbers": numbers, "games": games, "updates": learner.updates}, folder / f"{together.rank}.pt")


if __name__ == "__main__":
    main()
