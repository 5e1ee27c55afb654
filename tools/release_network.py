"""Puts a trained network into the folder of its game: `network.bin`, and `network.toml`, which tells where it comes from.

    python -m tools.release_network GAME TRAINING.pt --command "zashiki train GAME …" --gpu-minutes 12.5

How it does against greedy play, and against the network it takes the place of, is read from the last row of the CSV file beside
the training.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from pathlib import Path

import torch

from zashiki.bots.network.file import NAME, PROVENANCE, read_network
from zashiki.core.errors import BadOption
from zashiki.games import find_game
from zashiki.training.whole_numbers import player_from, write_whole_numbers


def main() -> None:
    parser = argparse.ArgumentParser(description="Put a trained network into the folder of its game.")
    parser.add_argument("game")
    parser.add_argument("training", type=Path)
    parser.add_argument("--command", required=True, help="what it was trained with")
    parser.add_argument("--gpu-minutes", type=float, required=True)
    parser.add_argument("--machine", default="one NVIDIA H200, shared with other trainings")
    parser.add_argument("--note", default="", help="what else there is to know")
    given = parser.parse_args()
    game, kept = find_game(given.game), torch.load(given.training, weights_only=True)
    if kept["game"] != game.full_id:
        raise BadOption(f"{given.training} was trained for {kept['game']}, and the folder holds the network of {game.full_id}.")
    write_whole_numbers(game, player_from(kept, game), kept["unit"], game.folder / NAME)
    read_network(game, game.folder / NAME)
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
