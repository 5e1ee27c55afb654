"""`zashiki train` and `zashiki export-onnx`, made small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import refusal, zashiki


@pytest.mark.slow
def test_train_writes_a_training_and_says_how_it_does(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("llvmlite")
    out = tmp_path / "akiwado.pt"
    words = ("--device", "cpu", "--tables", "8", "--judged", "1", "--seconds", "2", "--out", out)
    said = zashiki("train", "akiwado", *words).stdout.splitlines()
    assert said[0].startswith("akiwado: ready after")
    assert said[-1].startswith("akiwado, against the network that comes with the game:")
    assert "(fair 25%)" in said[-1]
    assert out.exists()
    learnt = said[-2].partition(":")[0]
    assert zashiki("train", "akiwado", *words).stdout.splitlines()[-2].startswith(learnt)  # there is nothing left to do


@pytest.mark.slow
def test_train_takes_house_rules(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("llvmlite")
    rules = tmp_path / "rich.toml"
    rules.write_text('game = "akiwado"\n[dials]\nstarting-coins = 9\n', encoding="utf-8")
    words = ("--device", "cpu", "--tables", "8", "--judged", "1", "--seconds", "1", "--out", tmp_path / "rich.pt")
    said = zashiki("train", "akiwado", *words, "--dials", rules, "--set", "starting-coins=6").stdout
    assert said.startswith("akiwado[starting-coins=6]: ready after")
    assert "holds the training of akiwado[starting-coins=6]" in refusal("train", "akiwado", *words)


def test_train_refuses_dials_that_a_game_does_not_have(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert "no dial 'coins'" in refusal("train", "akiwado", "--set", "coins=3", "--out", tmp_path / "a.pt")


def test_a_device_that_is_not_there_is_said(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("this machine has a GPU")
    assert "CUDA" in refusal("train", "akiwado", "--out", tmp_path / "a.pt")


def test_a_network_is_written_for_other_programs(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    out = tmp_path / "akiwado.onnx"
    assert zashiki("export-onnx", "akiwado", out).stdout == f"Wrote {out}.\n"
    assert onnx.load(str(out)).graph.name == "akiwado"


def test_a_start_and_an_end_are_two_numbers(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = ("--device", "cpu", "--rate", "fast", "--out", tmp_path / "a.pt")
    assert "two numbers with a comma" in refusal("train", "akiwado", *words)
