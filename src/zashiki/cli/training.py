"""`zashiki train` and `zashiki export-onnx`: networks for games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zashiki.bots.network.onnx_export import export_onnx as write_onnx
from zashiki.cli.common import DialFile, SetDials, wanted_game
from zashiki.cli.language import WORDS
from zashiki.core.cuda import cuda
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.games import find_game


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="train_game")],
    out: Annotated[Path, typer.Option(help="train_out")],
    seconds: Annotated[float, typer.Option(min=1, help="train_seconds")] = 1800,
    sitting: Annotated[float | None, typer.Option(min=1, help="train_sitting")] = None,
    distil: Annotated[float, typer.Option(min=0, help="train_distil")] = 0,
    device: Annotated[str, typer.Option(help="train_device")] = "cuda",
    tables: Annotated[int, typer.Option(min=8, help="train_tables")] = 16384,
    judged: Annotated[int, typer.Option(min=1, help="train_judged")] = 1024,
    threads: Annotated[int, typer.Option(min=1, help="train_threads")] = 1,
    start: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="train_from")] = None,
    seed: Annotated[int, typer.Option(min=0, help="train_seed")] = 0,
    rate: Annotated[str, typer.Option(help="train_rate")] = "0.0007,0.00003",
    entropy: Annotated[str, typer.Option(help="train_entropy")] = "0.05,0.01",
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """Train a network by self-play, and tell now and then how it does against greedy play."""
    try:
        from zashiki.training.learner import Plan
        from zashiki.training.sitting import Length, Sitting
        from zashiki.training.together import join
    except ImportError as error:
        raise MissingExtra(WORDS("needs_torch")) from error
    found = wanted_game(game, dial_file, set_dials)
    if device == "cuda":
        cuda(found)  # says what is missing
    elif device != "cpu":
        raise BadOption(WORDS("no_device", device=device))
    length = Length(distil=distil, whole=seconds, sitting=sitting or seconds, report=60, keep=240)
    Sitting(
        found, out, length, tables=tables, judged=judged, device=device, threads=threads, seed=seed, start=start,
        plan=Plan(rate=ends(rate), entropy=ends(entropy)), together=join(device), say=typer.echo,
    ).train()  # fmt: skip


def ends(text: str) -> tuple[float, float]:
    """Start and end of a number that changes on the way."""
    try:
        start, end = map(float, text.split(","))
    except ValueError:
        raise BadOption(WORDS("no_ends", text=text)) from None
    return start, end


def export_onnx(
    game: Annotated[str, typer.Argument(metavar="GAME", help="export_onnx_game")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="export_onnx_out")],
) -> None:
    """Write the network of a game as an ONNX file, for other programs; docs/training.md tells what goes in and out."""
    write_onnx(find_game(game), out)
    typer.echo(WORDS("wrote", file=out))
