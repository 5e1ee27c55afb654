"""Several processes that train one network: each plays at tables of its own, and all take the same steps.

`torchrun` starts them, on one machine or on several, with a GPU each or without any; PyTorch's `distributed` lets them talk.
After every backward pass the gradients are averaged, so that the networks stay equal number by number.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, distributed, nn


@dataclass(frozen=True)
class Together:
    """One of `size` processes, and what it shares with the others."""

    rank: int = 0
    size: int = 1

    def share_gradients(self, network: nn.Module) -> None:
        """Every process has the mean of all gradients."""
        given = [value.grad for value in network.parameters() if value.grad is not None]
        if self.size > 1 and given:
            flat = torch.cat([gradient.flatten() for gradient in given])
            distributed.all_reduce(flat)
            for gradient, mean in zip(given, (flat / self.size).split([each.numel() for each in given]), strict=True):
                gradient.copy_(mean.view_as(gradient))

    def told(self, value: Any) -> Any:
        """What the first process says; the others' word counts nothing."""
        if self.size > 1:
            said = [value]
            distributed.broadcast_object_list(said, 0)
            return said[0]
        return value

    def mean(self, number: Tensor) -> float:
        """The mean of a number that each process has."""
        return float(self._sum(number)) / self.size

    def spread(self, numbers: Tensor) -> tuple[float, float]:
        """Mean and deviation of the numbers of all processes."""
        exact = numbers.double()
        sums = self._sum(torch.stack((exact.sum(), (exact * exact).sum(), torch.tensor(float(len(exact))).to(exact))))
        total, squares, count = sums.tolist()
        mean = total / max(count, 1)
        return mean, float(max(squares / max(count, 1) - mean * mean, 0.0)) ** 0.5 + 1e-8

    def _sum(self, numbers: Tensor) -> Tensor:
        if self.size > 1:
            numbers = numbers.to("cuda" if distributed.get_backend() == "nccl" else "cpu")
            distributed.all_reduce(numbers)
        return numbers


ALONE = Together()


def join(device: str) -> Together:
    """What `torchrun` has started this process for; alone where it has not."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return ALONE
    rank, local = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
    if device == "cuda" and torch.cuda.device_count() > 1:
        torch.cuda.set_device(local % torch.cuda.device_count())
        torch.zeros(1, device="cuda")  # from now on this thread works with that GPU, and so does the CUDA gear
    # NCCL wants a GPU for each process; with fewer, they talk through memory.
    enough = device == "cuda" and torch.cuda.device_count() >= int(os.environ["LOCAL_WORLD_SIZE"])
    distributed.init_process_group("nccl" if enough else "gloo")
    return Together(rank, size)
