"""A sixth game from its own wheel: written by an installed Zashiki, installed beside it, and played like the five."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import click_a_target, come_in, play_now, wait_for_question
from tests.browser.test_accessibility import findings
from tests.environments import ROOT, build_wheel, new_environment, run
from tests.support import free_port

pytest.importorskip("hatchling")
pytest.importorskip("fastapi")

pytestmark = pytest.mark.xdist_group("other package")  # one process builds it

NAME, ID = "Moon Harbour", "moon-harbour"
ROUNDS = 6
START_SECONDS = 60.0


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has Zashiki and the game, each from its wheel."""
    folder = tmp_path_factory.mktemp("other")
    found = new_environment(folder / "environment", build_wheel(ROOT, folder / "zashiki"))
    run(found / "zashiki", "new", NAME, folder / "game", cwd=folder)
    wheel = build_wheel(folder / "game", folder / "wheel")
    run(found / "python", "-m", "pip", "-q", "install", "--no-index", "--no-deps", wheel, cwd=folder)
    return found


@pytest.fixture(scope="module")
def url(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house of that environment."""
    port, database = free_port(), tmp_path_factory.mktemp("house") / "house.sqlite"
    command = [programs / "zashiki", "serve", "--port", str(port), "--database", database, "--log", "warning"]
    environment = {"ZASHIKI_BOT_PAUSE": "0", "ZASHIKI_BOT_PREPARE": "false", "ZASHIKI_RATE": "100000/minute"}
    with subprocess.Popen(command, env=environment) as process:
        try:
            until = time.monotonic() + START_SECONDS
            while time.monotonic() < until:
                assert process.poll() is None, "the house did not start"
                with contextlib.suppress(httpx.TransportError):
                    if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.mark.slow
def test_it_is_listed_traced_and_passes_the_contract_suite(programs: Path, tmp_path: Path) -> None:
    where = run(programs / "python", "-c", "import moon_harbour; print(moon_harbour.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(programs.parent)
    listed = run(programs / "zashiki", "games", cwd=tmp_path)
    assert f"\n{ID}  {NAME} · 3, 4 or 5 players · 10 minutes\n" in listed
    traced = run(
        programs / "zashiki", "trace", ID, "--players", "5", "--games", "3", "--bot", "greedy", cwd=tmp_path
    ).splitlines()
    assert sum("winners" in json.loads(line) and json.loads(line)["line"] is None for line in traced) == 3
    suite = ("--pyargs", "zashiki.testing", "--game", ID, "-k", "not native", "-p", "no:xdist", "-p", "no:cacheprovider", "-q")
    assert "[100%]" in run(programs / "python", "-m", "pytest", *suite, cwd=tmp_path)


@pytest.mark.slow
def test_a_game_is_played_in_the_terminal_to_the_end(programs: Path, tmp_path: Path) -> None:
    said = run(
        programs / "zashiki", "play", ID, "--seed", "3", "--save", "evening.kifu", cwd=tmp_path, typed="bid 9\n" + "1\n" * ROUNDS
    )
    assert "'bid 9' is not a move of Moon Harbour; a move looks like 'bid 3'." in said
    assert "Round 6/6" in said
    assert "MOH-11" in said
    assert "evening.kifu" in run(programs / "zashiki", "verify", "evening.kifu", cwd=tmp_path)
    record = (tmp_path / "evening.kifu").read_text()
    assert record.startswith(f"game: {ID}\n")
    assert record.count("\n0: bid ") == ROUNDS


@pytest.mark.slow
def test_a_house_serves_a_table_of_it_to_the_end(url: str) -> None:
    with httpx.Client(base_url=url, timeout=START_SECONDS) as client:
        assert 'id="MOH-8"' in client.get(f"/rules/{ID}").text
        assert f".board-{ID}" in client.get(f"/boards/{ID}.css").text
        seats = [{"kind": "person", "name": "Aiko"}, {"kind": "bot"}, {"kind": "bot"}]
        made = client.post("/api/v1/tables", json={"game": ID, "seats": seats}).json()
        table, token = f"/api/v1/tables/{made['table']['id']}", {"Authorization": f"Bearer {made['tokens'][0]['token']}"}
        decisions = 0
        while not (shown := client.get(f"{table}/view", headers=token).json())["over"]:
            if shown["options"]:
                assert set(shown["view"]["hands"]) == {"0"}
                move = {"move": shown["options"][0]["text"], "version": shown["version"]}
                answer = client.post(f"{table}/moves", headers=token, json=move)
                decisions += answer.status_code == 200
            time.sleep(0.02)
        assert decisions == ROUNDS
        assert shown["winners"]
        record = client.get(f"{table}/record", headers=token).text
        assert client.post("/api/v1/records", json={"record": record}).status_code == 201


@pytest.mark.browser
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_whole_game_is_played_by_clicks(browser: Browser, url: str, width: int, theme: str) -> None:
    page = come_in(browser, url, width, 844, scenes="wait", color_scheme=theme)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    play_now(page, NAME)
    chooser, moves = random.Random(5), []
    while wait_for_question(page):
        if len(moves) in (0, 3):
            faults += findings(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        moves.append(click_a_target(page, chooser))
        scene = page.get_by_role("dialog", name=f"Round {len(moves)}: the bids are turned up")
        expect(scene.locator(".bid")).to_have_count(3)
        expect(scene.locator(".outcome")).to_contain_text("the pot")  # the last step comes by itself and stays
        if len(moves) == 1:
            faults += findings(page)
            page.reload()
            expect(scene).to_have_count(0)  # it was shown on this device
        else:
            page.keyboard.press("x")
            expect(scene).to_be_hidden()
    assert len(moves) == ROUNDS
    expect(page.locator("#result-heading")).to_be_visible()
    faults += findings(page)
    clause = page.locator(".tally a.clause").first.get_attribute("href") or ""
    page.goto(clause)
    expect(page.locator(f"a[id='{clause.partition('#')[2]}']")).to_be_visible()
    faults += findings(page)
    page.context.close()
    assert not faults, "\n".join(faults)
