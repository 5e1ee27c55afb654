"""The terminal in Japanese: nothing a player reads has Latin letters, apart from what is typed there and a few proper names."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tests.cli.shell import COMMAND, PLAIN, zashiki
from tests.reading import LATIN, allowed_in
from tests.support import every_game, free_port
from zashiki.cli import app
from zashiki.cli.help import in_readers_words
from zashiki.cli.language import chosen
from zashiki.cli.records import Replay
from zashiki.cli.screen import Screen
from zashiki.core.dials import dials
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES

GAMES_TOO = True  # whether what the games themselves say is read as well

ROL = "rights-of-losers"
TURNED = next(f"{dial.name}={dial.high}" for dial in dials(GAMES[ROL]))
ALLOWED = (
    r"https?://\S*",
    r"pip install \S+",
    r"program:[\w .]+",  # how a program is seated
    r"zashiki(\[\w+\]|( [a-z-]+)*)",  # commands
    r"-[ho]\b|--[a-z-]+",  # options
    r"\S*\.(kifu|pdf|svg|toml|md|html|py)\b|docs/\w+|/print|/games",  # files, addresses
    r"\bZASHIKI_[A-Z_]+|\b[A-Z][A-Z_]+\b|\b[ABN]\b",  # settings and placeholders, as in --seat N=WHO; also JSON, CPU, GPU, URL …
    r"<[a-z ]+>|<list\[\w+\]>|\[x[<>=0-9.x ]+\]|\[ARGS\]\.\.\.|[0-9.]+<=x<=[0-9.]+",  # typer's kinds and ranges of values
    r"\b(Enter|Tab|Ctrl-C)\b",  # keys
    r"\b(Markdown|NumPy|OpenSpiel|PostgreSQL|Parquet|PyTorch|Python|Ray|SQLite|Typst|UTF|Paper Lantern)\b",
    r"\b(fonttools|segno|typst|onnx|cuda|llvmlite)\b",
    r"\b(human|random|greedy|network|search|warashi|ismcts|seer)\b",  # who is seated, as one types it
    r"\b(easy|normal|strong|hard|careful|blocking|bluffing)\b",
    r"\b(board|hint|log|options|quit|rules|save|undo|why|help|back|chapters|show|answer|next|yes|no|exit)\b",  # typed at a table
    r"\b(spectator|open|pass|[nbslq])\b",  # typed at a replay, and a move that many games have
    r"\b(en|ja)\b",
    r"\b(cpu|a4|letter|own|poker|full|spare|pieces|boards|aids|record|label|png|tabletop|gamecrafter|makeplayingcards)\b",
    r"\b(waiting|running|over|abandoned|study|debug|info|warning|error|auto|host:port|printed|measure|null|true|false)\b",
    r"\b(play|serve|lab|restore|starting-coins|players|purveyor|level|seat_spread|minutes)\b",  # values, and examples
    r'"?\b(n|to_act|legal|summary|line|scores|winners|source)\b"?',  # keys of a trace
    r"lab-GAME-PLAYERS|\bID\b|\bmm\b",
    r"「p ?(r7)?」",  # notation that is left out in part
    r"\b[0-9a-f]{16,}\b",  # commitments and secrets
)


@pytest.fixture(autouse=True)
def _japanese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, value in {"COLUMNS": "400", "NO_COLOR": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


def quiet(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game say nothing, and leave what the house says around it."""
    for room, name in ((game.words, "ask"), (game.words, "label"), (game.words, "aim"), (game.screen, "headline")):
        monkeypatch.setattr(room, name, lambda *_: "", raising=False)
    for part in ("board", "options", "count", "rules"):
        monkeypatch.setattr(Screen, part, lambda *_: None)
    monkeypatch.setattr(Screen, "told", lambda *_: set())
    monkeypatch.setattr(Replay, "tell_line", lambda *_: None)


def run(*words: str | Path, typed: str = "", code: int = 0) -> str:
    """Everything a command writes, run inside this process."""
    done = CliRunner().invoke(app, list(map(str, words)), input=typed, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output


def foreign(text: str, game: AnyGame | None = None) -> list[str]:
    """The lines that have Latin letters left."""
    allowed = re.compile("|".join(ALLOWED), re.A)  # a word ends where Japanese begins
    lines = []
    for line in text.splitlines():
        rest = line
        if game is not None:
            for notation in sorted(set(game.actions.texts), key=len, reverse=True) if LATIN.search(line) else ():
                rest = rest.replace(notation, "")
            rest = allowed_in(game).sub("", rest.replace(game.id, ""))
            rest = rest if GAMES_TOO else rest.replace(game.name, "")
        if LATIN.search(allowed.sub("", rest)):
            lines.append(line.strip())
    return lines


def commands() -> list[list[str]]:
    """Every command there is, as one types it."""

    def walk(command: object, path: list[str]) -> Iterator[list[str]]:
        yield path
        for name, inside in getattr(command, "commands", {}).items():
            yield from walk(inside, [*path, name])

    return list(walk(get_command(app), []))


def test_the_help_of_every_command() -> None:
    found = commands()
    assert len(found) > 30
    for words in found:
        said = re.sub(r"^│ [a-z-]+ ", "", run(*words, "--help"), flags=re.M)  # the names of commands in a list of them
        assert "使い方：" in said
        assert foreign(said) == [], words


def test_no_help_is_cut_off_where_a_line_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in commands():
        said = run(*words, "--help")
        assert "…" not in said.replace("FILE…", "").replace("FOLDER…", "").replace("KEEP_…", ""), words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plya"], "「plya」というコマンドはありません。もしかして："),
        (["verify"], "引数FILE…がありません。"),
        (["arena", ROL], "オプション--botがありません。"),
        (["print", ROL], "オプション--output / -oがありません。"),
        (["play", ROL, "--sed", "1"], "--sedというオプションはありません。"),
        (["learn", "--chapter"], "オプション--chapterには値が必要です。"),
        (["learn", "--chapter", "zwei"], "--chapterの値が正しくありません："),
        (["games", "a", "b"], "余分な引数があります：a b"),
    ],
)
def test_complaints_of_typer(words: list[str], said: str) -> None:
    found = run(*words, code=2)
    assert said in found
    assert "エラー" in found


def test_a_complaint_that_nobody_translated_stays_as_it_is() -> None:
    assert in_readers_words("The moon is not a valid integer, or is it?") == "The moon is not a valid integer, or is it?"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play"], "どのゲームにしますか。"),
        (["play", "chess"], "「chess」というゲームはありません。"),
        (["play", ROL, "--players", "9"], "遊べる人数は3、4、5人です。"),
        (["play", ROL, "--option", "first_lead=9"], "0から2までの席番号です。「9」は使えません。"),
        (["play", ROL, "--option", "first_lead"], "「first_lead」は読めません。"),
        (["play", ROL, "--seat", "0"], "「0」は読めません。"),
        (["play", ROL, "--seat", "7=human"], "席7はありません。"),
        (["play", ROL, "--seat", "1=deepblue"], "「deepblue」というボットはいません。"),
        (["play", ROL, "--set", "moon=3"], "「moon」というダイヤルはありません。"),
        (["play", "--resume", "nowhere.kifu"], "nowhere.kifuを読めません：ファイルもフォルダーもありません。"),
        (["learn", "--language", "fr"], "「fr」は使えません。"),
        (["learn", ROL, "--chapter", "99"], "第99章はありません。"),
        (["practice", ROL, "--from", "99"], "練習問題は10問です。"),
        (["record", ROL], "棋譜をどこに保存しますか。"),
        (["print", ROL, "-o", "game.txt"], "「game.txt」"),
        (["print", ROL, "-o", "game.pdf", "--paper", "b7"], "用紙はa4、letterのどれかです。"),
        (["arena", ROL, "--bot", "random", "--bot", "random", "--bot", "random", "--bot", "random"], "（指定は4体）"),
        (["new", "1", "somewhere"], "ゲームの名前は文字で始まり"),
    ],
)
def test_refusals(words: list[str], said: str) -> None:
    assert said in run(*words, code=2)


@pytest.mark.parametrize("words", [["games"], ["bots"], ["learn"], ["lab", "dials", ROL], ["lab", "dials", ROL, "--set", TURNED]])
def test_lists(words: list[str]) -> None:
    listed = run(*words)
    if not GAMES_TOO:
        for game in GAMES.values():
            for own in (game.name, game.pitch, *(game.option_help(option) for option in game.about.options)):
                listed = listed.replace(own, "")
    typed = [rf"\[[^\]]*\]|{option.name}={option.default}" for game in GAMES.values() for option in game.about.options]
    typed += [rf"{game.about.prefix}-R?\d+|{game.id}|^[a-z0-9-]+ " for game in GAMES.values()]
    assert foreign(re.sub("|".join(typed), "", listed, flags=re.M)) == []


@every_game
def test_a_whole_game_and_its_record(game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not GAMES_TOO:
        quiet(game, monkeypatch)
    path = tmp_path / "evening.kifu"
    others = [word for seat in range(1, game.seats[0]) for word in ("--seat", f"{seat}=random")]
    typed = "?\nhint\nlog\nwhy\n999\nboard\noptions\nsave\nundo\nquit\nno\n" + "1\n" * game.about.max_events
    said = run("play", game.id, "--seed", "4", *others, "--save", path, typed=typed)
    assert "終局" in said
    assert "の勝ちです。" in said
    assert foreign(said.replace(str(path), ""), game) == []
    assert "0=human 1=bot:random" in path.read_text(encoding="utf-8")
    assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", path.read_text(encoding="utf-8"))  # a record knows no language
    for words in (["verify", path], ["replay", path, "--seat", "1"], ["replay", path, "--at", "3"]):
        found = re.sub(r"^(\*|\d): .*$", "", run(*words).replace(str(path), ""), flags=re.M)  # lines of the record
        assert foreign(found, game) == []


@every_game
def test_a_lesson_and_exercises(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    if not GAMES_TOO:
        quiet(game, monkeypatch)
    lesson = run("learn", game.id, typed="\nback\nchapters\n99\n\n99\nshow\n" + "\n" * 6 + "quit\n")
    assert "zashiki learn" in lesson
    exercises = run("practice", game.id, typed="answer\nnext\nquit\n")
    assert "10問中" in exercises
    if not GAMES_TOO:  # the lines in which a command is named are the house's own
        lesson, exercises = ("\n".join(re.findall(".*(?:Enter|quit).*", said)) for said in (lesson, exercises))
    assert foreign(lesson, game) == []
    assert foreign(exercises, game) == []


def test_a_game_typed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[ROL]
    if not GAMES_TOO:
        quiet(game, monkeypatch)
    path = tmp_path / "typed.kifu"
    typed = "?\nback\ndeal 0 r1 r3 y4 y8 g8 g10 b1 b2 b7 p10\nboard\nback\nback\nquit\n"
    said = run("record", ROL, "-o", path, typed=typed)
    assert "取り消しました：" in said
    said = re.sub(r"^(\d+ \*> |  \*: |.*書き方の例：|取り消しました：).*$", "", said.replace(str(path), ""), flags=re.M)
    assert foreign(said, game) == []


def test_a_house_is_looked_after(tmp_path: Path, table: str) -> None:
    here, game = ("--database", tmp_path / "house.sqlite"), GAMES[ROL]
    listed, shown = run("house", "list", *here), run("house", "show", table[:6], *here)
    assert "  対局中     rights-of-losers  Player 0、Player 1、Player 2\n" in listed
    assert "\n開設     " in shown
    assert "\nPlayer 0                 人           a-visitor\n" in shown
    asked = run("house", "delete", table, *here, typed="たぶん\nn\n", code=1)
    assert "を削除すると、元に戻せません。削除しますか？ [y/N]: たぶん\nyかnを入力してください。\n" in asked
    usage, dry = run("house", "usage", *here), run("house", "prune", "--dry-run", "--finished", "365", *here)
    assert "対局中1卓\n" in usage
    assert "対局中の卓           残す             削除予定：0卓\n終局した卓           365日後に削除    削除予定：0卓\n" in dry
    done = [
        run("house", *words, *here)
        for words in (
            ["block", "a-visitor"], ["block", "a-visitor"], ["unblock", "a-visitor"], ["unblock", "a-visitor"],
            ["forget", "--name", "Player 1", "--yes"], ["end", table, "--yes"], ["show", table], ["usage"],
            ["prune", "--abandoned", "1"], ["delete", table, "--yes"],
        )
    ]  # fmt: skip
    assert "1席から消しました。\n" in done
    for said in (listed, shown, asked, usage, dry, *done):
        assert foreign(re.sub(rf"{table}|a-visitor|(Player|Guest) \d|\[y/N\]|yかn", "", said), game) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "--status", "going"], "卓の状態はwaiting（募集中）、"),
        (["show", "nowhere"], "IDが「nowhere」で始まる卓はありません。"),
        (["block", ""], "来客のIDを指定してください。"),
        (["forget"], "--name、--visitor、--linkのどれか1つで指定してください。"),
        (["forget", "--link", "/s/nothing", "--yes"], "このリンクやトークンは、この座敷が出したものではありません。"),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_cannot_be_done_with_a_house(words: list[str], said: str, tmp_path: Path) -> None:
    assert said in run("house", *words, "--database", tmp_path / "house.sqlite", code=2)


def test_a_question_that_nobody_answers_is_given_up(tmp_path: Path, table: str) -> None:
    asked = zashiki("house", "end", table, "--database", tmp_path / "house.sqlite", code=1, language="ja")
    assert asked.stdout.endswith("を結果なしで終わらせますか？ [y/N]: ")
    assert asked.stderr.strip() == "中止しました。"


def test_a_house_is_backed_up_and_restored(tmp_path: Path, table: str) -> None:
    here, copy, other = ("--database", tmp_path / "house.sqlite"), tmp_path / "copy", ("--database", tmp_path / "other.sqlite")
    assert zashiki("backup", copy, *here, language="ja").stdout == f"{copy}に1卓を保存しました。\n"
    assert "はすでにあります。" in run("backup", copy, *here, code=2)
    nowhere = tmp_path / "nowhere"
    assert run("backup", nowhere / "copy", *here, code=2).endswith("に書き込めません：ファイルもフォルダーもありません。\n")
    assert f"「{nowhere}」というバックアップはありません。" in run("restore", nowhere, *other, code=2)
    assert "座敷のデータはありません。" in run("restored", *other, code=2)
    assert run("restore", copy, *other) == "1卓を復元しました。\n"
    assert "復元先のデータベースにはすでに卓があります。" in run("restore", copy, *other, code=2)
    assert run("restored", *other).startswith("1卓に、復元したことを記録しました。")


def test_the_owner_reads_japanese_and_guests_are_spoken_to_in_their_own_language(tmp_path: Path) -> None:
    quick = "import uvicorn; uvicorn.run = lambda *_, **__: print(LANGUAGE.get())"
    command = f"from zashiki.cli import main; from zashiki.core.words import LANGUAGE; {quick}; main()"
    port, env = free_port(), PLAIN | {"ZASHIKI_LANGUAGE": "ja", "ZASHIKI_BOT_PREPARE": "false"}
    words = ["serve", "--port", str(port), "--database", str(tmp_path / "house.sqlite")]
    done = subprocess.run(
        [sys.executable, "-c", command, *words], capture_output=True, text=True, env=env, timeout=120, check=True
    )
    assert done.stdout == f"座敷のアドレス：http://127.0.0.1:{port}/  （Ctrl-Cで閉じます）\nen\n"


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("RATE", "often", "「often」は読めません。"),
        ("METRICS_FROM", "here", "「here」は読めません。"),
        ("SECURE", "perhaps", "ZASHIKI_SECUREはtrueかfalseにしてください。"),
        ("MAX_BODY", "-1", "ZASHIKI_MAX_BODYは0から1,000,000,000までです。"),
        ("MAX_BODY", "much", "ZASHIKI_MAX_BODYは数にしてください。"),
        ("BASE_PATH", "a b?c", "「a b?c」は使えません。"),
        ("LOG", "loud", "「loud」は使えません。"),
    ],
)
def test_settings_that_a_house_cannot_have(
    setting: str, value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"ZASHIKI_{setting}", value)
    assert said in run("serve", "--port", str(free_port()), "--database", tmp_path / "house.sqlite", code=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "2"], "プロセスを2つ以上にするにはPostgreSQLが必要です。"),
        (["--database", "mysql://x/y"], "「mysql」は使えません。"),
        (["--database", "://"], "「://」はデータベースのURLではありません。"),
        (["--dials", "nowhere.toml"], "nowhere.tomlをダイヤルの設定として読めません：ファイルもフォルダーもありません。\n"),
    ],
)
def test_why_a_house_does_not_open(words: list[str], said: str, tmp_path: Path) -> None:
    here = ("--port", str(free_port()), "--database", tmp_path / "house.sqlite")
    assert said in zashiki("serve", *here, *words, code=2, language="ja").stderr


def test_a_file_that_is_no_database_is_not_opened(tmp_path: Path) -> None:
    file = tmp_path / "text.sqlite"
    file.write_text("game: akiwado\n" * 100, encoding="utf-8")
    said = zashiki("serve", "--port", str(free_port()), "--database", file, code=2, language="ja").stderr
    assert "を開けません（file is not a database）。バックアップを新しいファイルに復元するか、" in said


@pytest.mark.slow
def test_a_training(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("llvmlite")
    out = ("--out", tmp_path / "a.pt", "--device", "cpu", "--tables", "8", "--judged", "1", "--seconds", "1")
    said = run("train", "akiwado", *out)
    assert said.startswith("akiwado：準備ができました（")
    assert "（互角25%）" in said
    assert foreign(said, GAMES["akiwado"]) == []
    assert "の学習です。" in run("train", "akiwado", "--set", "starting-coins=6", *out, code=2)


def test_a_network_is_written(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    assert run("export-onnx", "akiwado", tmp_path / "a.onnx") == f"{tmp_path / 'a.onnx'}を書き出しました。\n"


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja"}, "ja"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LC_ALL": "", "LC_MESSAGES": "ja_JP", "LANG": "en_GB"}, "ja"),
        ([], {"ZASHIKI_LANGUAGE": "en", "LC_ALL": "ja_JP"}, "en"),
        ([], {"ZASHIKI_LANGUAGE": "fr", "LC_ALL": "ja_JP"}, "ja"),
        (["learn", "--language", "en"], {"ZASHIKI_LANGUAGE": "ja"}, "en"),
        (["learn", "--language=ja"], {"ZASHIKI_LANGUAGE": "en"}, "ja"),
        (["learn", "--language", "fr"], {"ZASHIKI_LANGUAGE": "ja"}, "ja"),
        (["learn", "--language"], {}, "en"),
    ],
)
def test_the_language_is_asked_for_or_set_or_that_of_the_locale(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    assert chosen(arguments, environment) == language


def test_the_command_itself_decides_at_its_start() -> None:
    env = {name: value for name, value in PLAIN.items() if name != "ZASHIKI_LANGUAGE"} | {"LC_ALL": "ja_JP.UTF-8"}
    done = subprocess.run([*COMMAND, "play"], capture_output=True, text=True, env=env, timeout=120, check=False)
    assert done.stderr.startswith("zashiki: どのゲームにしますか。")
