"""What the lab leaves behind: Parquet, JSON, records and the report."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import duckdb
import pytest
from playwright.sync_api import Browser

from tests.browser.test_accessibility import AXE, WORST
from tests.cli.shell import zashiki
from zashiki.core.errors import BadOption
from zashiki.core.record import read_kifu, replay
from zashiki.core.words import LANGUAGE
from zashiki.games import FOLDERS, GAMES
from zashiki.lab import Effort, Result, Setup, fitted, measure, pilot
from zashiki.lab.figures import Figure, Part
from zashiki.lab.play import Look
from zashiki.lab.report import draw_report, write_index, write_report
from zashiki.lab.targets import read_target
from zashiki.lab.telling import WORDS, findings, verdict

COIN_RACE = "tests.lab.coin_race:GAME"
SETUP = Setup(game=COIN_RACE, players=3, dials={"head-start": 1}, levels=("greedy", "random"))
EFFORT = Effort(300, 6, 4, 50, Look(looks=4, playouts=8, worlds=8, options=3))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A measured table, with everything it wrote."""
    found = tmp_path_factory.mktemp("race")
    result = measure(SETUP, EFFORT, jobs=1, folder=found)
    result.save(found)
    write_report(result, found)
    return found


def ask(folder: Path, question: str) -> list[tuple[float, ...]]:
    """An answer of DuckDB, which shares no code with the lab."""
    tables = {name: f"read_parquet('{folder}/{name}/*.parquet')" for name in ("games", "decisions")}
    return duckdb.sql(question.format(**tables)).fetchall()


def test_the_same_figures_come_from_the_parquet_by_another_program(folder: Path) -> None:
    result = Result.load(folder)

    def value(key: str, label: str = "") -> float:
        return next(part.value for part in result[key].parts if part.label == label)

    games, ties, won, decisions = ask(
        folder,
        "select count(*), avg((greatest(share_1, share_2, share_3) < 1)::int), avg(share_1), avg(decisions) from {games}",
    )[0]
    assert games == result.games == 300
    assert value("ties") == pytest.approx(ties)
    assert value("seat_share", "seat:1") == pytest.approx(won)
    assert value("decisions", "mean") == pytest.approx(decisions)
    options, forced, aside = ask(folder, "select avg(options), avg((options = 1)::int), avg(side_by_side::int) from {decisions}")[
        0
    ]
    assert value("options", "mean") == pytest.approx(options)
    assert value("forced") == pytest.approx(forced)
    assert value("side_by_side") == pytest.approx(aside)
    taken = ask(folder, "select count(*) filter (kind = 'take') / (2.0 * count(*)) from {decisions}")[0][0]
    assert value("taken_when_offered", "=take") == pytest.approx(taken)
    waits = ask(
        folder,
        "select avg(step - before - 1) from (select step, lag(step) over (partition by game, seat order by step) before"
        " from (select distinct game, seat, step from {decisions})) where before is not null",
    )[0][0]
    assert value("waiting", "mean") == pytest.approx(waits)
    did, without = ask(
        folder,
        "with did as (select distinct game, seat from {decisions} where action = 'pass'),"
        " seats as (select game, unnest([1, 2, 3]) seat, unnest([share_1, share_2, share_3]) share from {games})"
        " select avg(share) filter (did.game is not null), avg(share) filter (did.game is null)"
        " from seats left join did using (game, seat) where seat > 1",
    )[0]
    assert value("with_without", "=pass") == pytest.approx(did - without)


def test_a_result_is_read_as_it_was_written(folder: Path) -> None:
    again = Result.load(folder)
    assert again.figures == measure(SETUP, EFFORT, jobs=1).figures
    assert again.setup == SETUP
    with pytest.raises(BadOption, match="holds no result"):
        Result.load(folder / "records")


def test_the_games_behind_a_finding_can_be_replayed(folder: Path) -> None:
    linked = set(re.findall(r'href="(records/[^"]+)"', (folder / "report.html").read_text(encoding="utf-8")))
    assert linked
    for name in linked:
        kifu = read_kifu((folder / name).read_text(encoding="utf-8"))
        assert kifu.result is not None
        deal = int(re.findall(r"\d+", name)[0])
        (won,) = ask(folder, f"select share_1 from {{games}} where game = {deal}")[0]
        assert ("0" in kifu.result["winners"].split()) == (won > 0)
        assert replay(kifu, {"coin-race": SETUP.rules()}).over


def test_the_report_stands_alone_and_tells_everything_in_both_languages(folder: Path) -> None:
    result = Result.load(folder)
    for language in ("en", "ja"):
        token = LANGUAGE.set(language)
        text = draw_report(result, [read_target("minutes=40±5")])
        assert verdict(result) in text.replace("&#39;", "'")
        assert all(WORDS(key) in text for key in result.figures if ":" not in key)
        LANGUAGE.reset(token)
        assert f'<html lang="{language}">' in text
        assert not re.findall(r"(?:src|href)=\"(?!#|records/)", text)  # nothing is loaded from anywhere
        assert "<script" not in text
        assert text.count("<table") == text.count("</table>")
        assert "nan" not in re.sub(r"<[^>]+>", " ", text).split()


def test_records_open_in_a_house_without_being_sent_there_first(folder: Path) -> None:
    """What stands behind the # of an address stays in the browser."""
    result = Result.load(folder)
    text = draw_report(result, house="https://games.example/house/")
    links = re.findall(r'href="https://games.example/house/replay#record=([^"]+)"', text)
    assert len(links) == text.count("open in the house") > 0
    written = {path.read_text(encoding="utf-8") for path in (folder / "records").iterdir()}
    assert {unquote(link) for link in links} <= written


def test_a_number_without_an_interval_says_why(folder: Path) -> None:
    result = Result.load(folder)
    result.figures["close_calls"] = Figure("close_calls", (Part("", 0.5),))
    assert draw_report(result).count(WORDS("no_interval")) == 1


def test_what_stands_out_is_said_first(folder: Path) -> None:
    said = [finding.sentence for finding in findings(Result.load(folder))]
    assert any("Seat" in sentence or "acts first" in sentence for sentence in said[:2])


def test_an_index_shows_reports_side_by_side(folder: Path, tmp_path: Path) -> None:
    text = write_index([folder, folder], tmp_path).read_text(encoding="utf-8")
    assert text.count("report.html") == 2


@pytest.mark.browser
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_the_report_can_be_read_by_everybody(browser: Browser, folder: Path, theme: Any, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme)
    page = context.new_page()
    page.goto((folder / "report.html").as_uri())
    page.evaluate(AXE)
    violations = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [found["id"] for found in violations if found["impact"] in WORST] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played(jobs: int, tmp_path: Path) -> None:
    seen: list[int] = []

    def interrupt(study: str, done: int, of: int) -> None:
        if done and not seen:
            seen.append(done)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    result = measure(SETUP, 100_000, jobs=jobs, folder=tmp_path, progress=interrupt)
    assert not result.whole
    assert 0 < result.games < 100_000
    assert ask(tmp_path, "select count(*) from {games}")[0][0] == result.games
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert threading.current_thread() is threading.main_thread()


@pytest.mark.slow
def test_measuring_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "report"
    small = ("--games", "60", "--look-ahead", "0", "--search", "0", "--pairs", "0", "--jobs", "1", "--out", out)
    done = zashiki("lab", "measure", COIN_RACE, "--players", "2", "--set", "head-start=1", *small)
    assert "report.html" in done.stdout
    assert Result.load(out).setup.dials == {"head-start": 1}
    zashiki("lab", "index", out, "--out", tmp_path)
    compared = zashiki("lab", "compare", out, out)
    assert "yes" not in compared.stdout.split()
    refused = zashiki("lab", "measure", COIN_RACE, "--set", "head-start=99", *small, code=2)
    assert "head-start" in refused.stderr
    assert "starts with http" in zashiki("lab", "measure", COIN_RACE, "--house", "games.example", *small, code=2).stderr
    (out / "diary.txt").write_text("private")
    assert "other things" in zashiki("lab", "measure", COIN_RACE, *small, code=2).stderr


def test_a_pilot_takes_fewer_games_where_they_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, effort = Setup(game=COIN_RACE, players=2), Effort(100, 40, 0, 10)
    assert fitted(setup, effort, 2, seconds=1e9, gear="plain") == effort
    assert fitted(setup, effort, 2, seconds=0, gear="plain") == Effort(100, pilot.LEAST, 0, 10)
    monkeypatch.setattr(pilot, "_cost", lambda lot: 1.0)  # a second for a look of the pilot, which plays out 30 games, not 480
    assert fitted(setup, effort, 2, seconds=160, gear="plain").ahead == 20
    both = fitted(setup, Effort(100, 40, 60, 10), 1, seconds=76, gear="plain")  # 640 s of looking ahead, 120 s of searching
    assert (both.ahead, both.search) == (4, 6)


def test_every_game_knows_its_rounds_and_counts_its_own_things() -> None:
    for game in (GAMES[folder.replace("_", "-")] for folder in FOLDERS):
        assert game.measures is not None
        for language in ("en", "ja"):
            token = LANGUAGE.set(language)
            assert all(measure.name and measure.meaning for measure in game.measures.measures())
            LANGUAGE.reset(token)
