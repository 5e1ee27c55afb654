"""`zashiki train` and `zashiki export-onnx`: networks for games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zashiki.bots.network.onnx_export import export_onnx as write_onnx
from zashiki.cli.common import DialFile, SetDials, wanted_game
from zashiki.core.cuda import cuda
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.games import find_game


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to learn; see `zashiki games`.")],
    out: Annotated[Path, typer.Option(help="The file of the training, which goes on from there; a CSV file stands beside it.")],
    seconds: Annotated[float, typer.Option(min=1, help="Seconds of training altogether, over all sittings.")] = 1800,
    sitting: Annotated[float | None, typer.Option(min=1, help="Seconds of this sitting; default: until the end.")] = None,
    distil: Annotated[float, typer.Option(min=0, help="Seconds, first of all, of learning from the search bot.")] = 0,
    device: Annotated[str, typer.Option(help="Where games are played and networks computed: cuda or cpu.")] = "cuda",
    tables: Annotated[int, typer.Option(min=8, help="Games played at once.")] = 8192,
    judged: Annotated[int, typer.Option(min=1, help="Games of each evaluation, for every seat.")] = 1024,
    threads: Annotated[int, typer.Option(min=1, help="Threads that play the games on a CPU.")] = 1,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """Train a network by self-play, and tell now and then how it does against greedy play.

    Needs PyTorch (`pip install 'zashiki[train]'`) and, to be quick, an NVIDIA GPU (`zashiki[cuda]`). docs/training.md has the
    commands behind the networks of the five games, and what they gave.
    """
    try:
        from zashiki.training.sitting import Length, Sitting
    except ImportError as error:
        raise MissingExtra("Training needs PyTorch: pip install 'zashiki[train]'.") from error
    found = wanted_game(game, dial_file, set_dials)
    if device == "cuda":
        cuda(found)  # says what is missing
    elif device != "cpu":
        raise BadOption(f"Training runs on 'cuda' or 'cpu', not '{device}'.")
    length = Length(distil=distil, whole=seconds, sitting=sitting or seconds, report=60, keep=240)
    Sitting(found, out, length, tables=tables, judged=judged, device=device, threads=threads, say=typer.echo).train()


def export_onnx(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that comes with a network.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
) -> None:
    """Write the network of a game as an ONNX file, for other programs; docs/training.md tells what goes in and out."""
    write_onnx(find_game(game), out)
    typer.echo(f"Wrote {out}.")
