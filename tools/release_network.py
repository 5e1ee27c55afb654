"""Puts a trained network into the folder of its game: `network.bin`, and `network.toml`, which tells where it comes from.

    python -m tools.release_network GAME TRAINING.pt --command "zashiki train GAME …" --gpu-minutes 12.5
    python -m tools.release_network GAME --near 0.25          # the network that is there already, drawing otherwise

How it does against greedy play, and against the network it takes the place of, is read from the last row of the CSV file beside
the training. How near its best an answer is drawn where others decide at the same time stays as it was, or is `--near` logits.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from pathlib import Path

import torch

from zashiki.bots.network import kernels
from zashiki.bots.network.file import NAME, PROVENANCE, network_of, read_network
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.games import find_game
from zashiki.training.whole_numbers import near_in_release, player_from, player_of, unit_of, write_whole_numbers


def main() -> None:
    parser = argparse.ArgumentParser(description="Put a trained network into the folder of its game.")
    parser.add_argument("game")
    parser.add_argument("training", type=Path, nargs="?", help="default: only --near changes")
    parser.add_argument("--command", help="what it was trained with")
    parser.add_argument("--gpu-minutes", type=float)
    parser.add_argument("--machine", default="one NVIDIA H200, shared with other trainings")
    parser.add_argument("--note", default="", help="what else there is to know")
    parser.add_argument("--near", type=float, help="logits below the best at which an answer is drawn no more")
    given = parser.parse_args()
    game = find_game(given.game)
    near = near_in_release(game) if given.near is None else round(given.near * (1 << kernels.ONE))
    if given.training is None:
        draw_otherwise(game, near)
    elif given.command is None or given.gpu_minutes is None:
        parser.error("Say what the network was trained with: --command and --gpu-minutes.")
    else:
        release(game, given, near)
    read_network(game, game.folder / NAME)


def told(near: int) -> str:
    """The line about drawing."""
    return f"near = {near / (1 << kernels.ONE):.2f}  # logits; where others decide at once, options so near the best are drawn"


def draw_otherwise(game: AnyGame, near: int) -> None:
    """Change how near its best the game's network draws, and nothing else."""
    network, file = network_of(game), game.folder / PROVENANCE
    if network is None:
        raise BadOption(f"{game.full_id} has no network yet.")
    write_whole_numbers(game, player_of(game, network), unit_of(network), game.folder / NAME, near)
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("near = ")]
    after = next(number for number, line in enumerate(lines) if line.startswith("decisions = ")) + 1
    file.write_text("\n".join([*lines[:after], told(near), *lines[after:]]) + "\n", encoding="utf-8")


def release(game: AnyGame, given: argparse.Namespace, near: int) -> None:
    """The network of a training, and where it comes from."""
    kept = torch.load(given.training, weights_only=True)
    if kept["game"] != game.full_id:
        raise BadOption(f"{given.training} was trained for {kept['game']}, and the folder holds the network of {game.full_id}.")
    write_whole_numbers(game, player_from(kept, game), kept["unit"], game.folder / NAME, near)
    with given.training.with_suffix(".csv").open(encoding="utf-8") as rows:
        last = list(csv.DictReader(rows))[-1]
    lines = [
        "# Where network.bin comes from; docs/training.md tells more.",
        f"rules = {game.about.rules_version}",
        f"date = {time.strftime('%Y-%m-%d')}",
        f"command = {json.dumps(given.command)}",
        f"machine = {json.dumps(given.machine)}",
        f"gpu_minutes = {given.gpu_minutes}",
        f"seed = {kept['seed']}",
        *([f"began_from = {json.dumps(kept['origin'])}"] if kept["origin"] else []),
        f"updates = {kept['updates']}",
        f"decisions = {kept['decisions']}",
        told(near),
        *([f"note = {json.dumps(given.note)}"] if given.note else []),
    ]
    for players in game.seats:
        fair = 1 / len(game.sides(players))
        for section, column in (("against_greedy", f"share_{players}p"), ("against_the_one_before", f"release_{players}p")):
            if column in last:
                lines += ["", f"[[{section}]]", f"players = {players}", f"share = {last[column]}", f"fair = {fair:.4f}"]
    (game.folder / PROVENANCE).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
