"""`zashiki serve`, `backup` and `restore` as a host runs them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, PLAIN, refusal, zashiki
from tests.support import free_port

pytest.importorskip("fastapi")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A house being served: its port and its database."""
    port, database = free_port(), tmp_path / "house.sqlite"
    words = ["serve", "--port", str(port), "--database", str(database), "--log", "warning"]
    process = subprocess.Popen([*COMMAND, *words], env=PLAIN, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
    wait_until_open(port)
    yield port, database
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=60)


def wait_until_open(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                assert json.load(answer) == {"status": "ok"}
                return
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_served_house_can_be_backed_up_while_it_is_open_and_restored(house: tuple[int, Path], tmp_path: Path) -> None:
    port, database = house
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
        assert page.status == 200
    copy, other = tmp_path / "copy.backup", tmp_path / "other.sqlite"
    assert zashiki("backup", copy, "--database", database).stdout == f"{copy}: 0 tables.\n"
    assert "already exists" in refusal("backup", copy, "--database", database)
    assert zashiki("restore", copy, "--database", other).stdout == "0 tables restored.\n"
    assert other.exists()
    wish = {"game": "akiwado", "seats": [{"kind": "person", "name": "Aiko"}, {"kind": "open"}, {"kind": "open"}]}
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=30) as answer:
        assert answer.status == 201
    assert zashiki("backup", tmp_path / "one", "--database", database).stdout == f"{tmp_path / 'one'}: 1 table.\n"
    assert zashiki("restore", tmp_path / "one", "--database", other).stdout == "1 table restored.\n"
    assert zashiki("restored", "--database", other).stdout.startswith("1 table marked: ")
    assert "does not contain a house" in refusal("restored", "--database", tmp_path / "nothing.sqlite")
    assert not (tmp_path / "nothing.sqlite").exists()
    assert f"Cannot listen at 127.0.0.1:{port}: " in refusal("serve", "--port", str(port), "--database", other)


def test_no_setting_of_a_house_says_where_compiled_rules_are() -> None:
    # ZASHIKI_CACHE names the folder of compiled rules; a house hands its settings to the processes that think for its bots.
    from zashiki.server.settings import Settings

    assert "ZASHIKI_CACHE" not in Settings().environment()


def test_what_holds_no_house_is_neither_copied_nor_made_one(tmp_path: Path) -> None:
    nowhere, empty, text, new = (tmp_path / name for name in ("typo.sqlite", "empty", "text", "new.sqlite"))
    empty.touch()
    text.write_text("game: akiwado\n" * 100)
    assert "typo.sqlite' does not contain a house." in refusal("backup", tmp_path / "copy", "--database", nowhere)
    assert "empty' does not contain a house." in refusal("restore", empty, "--database", new)
    assert "text' does not contain a house." in refusal("restore", text, "--database", new)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "text"]
    assert empty.stat().st_size == 0


def test_what_cannot_be_served_or_restored_is_refused_with_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    assert "Several workers need PostgreSQL" in refusal(
        "serve", "--port", str(free_port()), "--workers", "2", "--database", database
    )
    assert "not in 'mysql'" in refusal("serve", "--port", str(free_port()), "--database", "mysql://x/y")
    assert "The log level is" in refusal("serve", "--port", str(free_port()), "--log", "loud", "--database", database)
    assert "unlike 'a b?c'" in refusal("serve", "--port", str(free_port()), "--base-path", "a b?c", "--database", database)
    assert "There is no backup" in refusal("restore", tmp_path / "nowhere", "--database", database)


def test_a_line_of_the_log_finds_the_standard_error_of_its_own_time(capsys: pytest.CaptureFixture[str]) -> None:
    import structlog

    from zashiki.cli.house import require_server

    with contextlib.redirect_stderr(io.StringIO()) as redirected:
        require_server()
    redirected.close()
    structlog.get_logger("zashiki").info("still heard")
    assert "still heard" in capsys.readouterr().err
