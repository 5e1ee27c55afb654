"""The small wrong changes that `make mutate` makes, what they are called, and what becomes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import mutate
from tools.mutants import changes_code, explained, find_mutants, sample
from tools.mutate import KILLED, SURVIVED, TIMEOUT, Problem, Result, Stage, Tree, report_of, stages_of

ROOT = Path(__file__).parent.parent
RULES = '''"""A game of nothing."""
from zashiki.core.rule import rule


@rule
def swap(a: int, b: int) -> int:
    return b


@rule
def play(s: State, out: list[int], seat: int, at: int) -> int:
    # é: columns are counted in bytes
    é = "é"; top = s.coins[0] + 2
    if top < seat and not s.over or seat == 3:
        s.coins[seat] -= 1
        s.done = True
        tell(é)
    for k in range(seat):
        out[k] = swap(seat, at) << 1
    assert top == 1
    if top == 5:
        raise ValueError(f"{top + 1} is too much")
    return at


def helper(x: int) -> int:
    return x + 1
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "games/nothing/rules.py": RULES,
        "games/nothing/words.py": "def f(): return 1 + 1\n",
        "core/a.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def changed_lines(root: Path) -> set[str]:
    source = RULES.encode()
    diffs = [mutant.diff(source).splitlines()[3:] for mutant in find_mutants(root)]
    return {line[1:].strip() for diff in diffs for line in diff if line.startswith("+")}


def test_rules_are_changed_in_every_way_and_only_rules(root: Path) -> None:
    assert changed_lines(root) == {
        'é = "é"; top = s.coins[1] + 2', 'é = "é"; top = s.coins[0] - 2',
        'é = "é"; top = s.coins[0] + 3', 'é = "é"; top = s.coins[0] + 1',
        "if top <= seat and not s.over or seat == 3:", "if top < seat or not s.over or seat == 3:",
        "if top < seat and not s.over and seat == 3:", "if top < seat and not s.over or seat != 3:",
        "if top < seat and not s.over or seat == 4:", "if top < seat and not s.over or seat == 2:",
        "if not (top < seat and not s.over or seat == 3):",
        "s.coins[seat] += 1", "s.coins[seat] -= 2", "s.coins[seat] -= 0", "pass", "s.done = False",
        "for k in range((seat) - 1):", "for k in range(1, seat):",
        "out[k] = swap(at, seat) << 1", "out[k] = swap(seat, at) >> 1", "out[k] = swap(seat, at) << 2",
        "out[k] = swap(seat, at) << 0",
        "if top != 5:", "if top == 6:", "if top == 4:",
    }  # fmt: skip


def test_names_are_distinct_and_stay_when_other_lines_move(root: Path) -> None:
    names = [mutant.id for mutant in find_mutants(root)]
    assert len(set(names)) == len(names)
    path = root / "games/nothing/rules.py"
    path.write_text(RULES.replace("@rule\ndef play", "FIRST = 1\n\n\n@rule\ndef play"), encoding="utf-8")
    assert [mutant.id for mutant in find_mutants(root)] == names
    assert find_mutants(root, "core") == []


def test_a_sample_repeats_and_leaves_out_what_compiles_to_the_same(root: Path) -> None:
    path = root / "games/nothing/rules.py"
    path.write_text("from zashiki.core.rule import rule\n\n\n@rule\ndef f(k: int) -> int:\n    return k if 1 else 0 * 7\n")
    found = find_mutants(root)
    kept = sample(root, found, 99, seed=1)
    assert {mutant.after for mutant in found} - {mutant.after for mutant in kept} >= {"2", "8", "6"}
    assert kept == sample(root, found, 99, seed=1)
    assert len(sample(root, found, 1, seed=1)) == 1
    assert all(changes_code(mutant, path.read_bytes()) for mutant in kept)


def test_the_project_has_mutants_everywhere_and_every_explanation_is_of_one() -> None:
    found = find_mutants(ROOT / "src" / "zashiki")
    games = {f"games/{path.parent.name}" for path in (ROOT / "src" / "zashiki" / "games").glob("*/__init__.py")}
    assert {mutant.package for mutant in found} == {"core"} | games
    for mutant in sample(ROOT / "src" / "zashiki", found, 50, seed=7):
        assert mutant.diff((ROOT / "src" / "zashiki" / mutant.file).read_bytes())
    reasons = explained(ROOT / "tools" / "mutants-explained.toml")
    assert reasons.keys() <= {mutant.id for mutant in found}
    for package in {"core"} | games:
        assert all((ROOT / target).exists() for stage in stages_of(package) for target in stage.targets)


TESTS = """from zashiki.core.bits import full, list_bits


class Endless:
    def __setitem__(self, at, number):
        pass


def test_nothing():
    pass


def test_full():
    assert full(3) == 7


def test_list():
    assert list_bits(6, 0, Endless(), 0) == 2
"""


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the copy is made from what git knows")
def test_changes_are_killed_survive_or_never_end_and_the_tree_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(tmp_path)
    (tmp_path / "tests/test_bits.py").write_text(TESTS)
    stage = Stage(["tests/test_bits.py"], "", "")
    monkeypatch.setattr(mutate, "stages_of", lambda package: (stage,))
    path = tmp_path / "src/zashiki/core/bits.py"
    before, mutants = path.read_bytes(), find_mutants(tmp_path / "src/zashiki", "core/bits.py")
    for line, outcome, by in (
        ("    return bit(k) + 1", KILLED, "tests/test_bits.py::test_full"),
        ("    half = 33", SURVIVED, ""),
        ("        mask &= mask - 0", TIMEOUT, "tests/test_bits.py::test_list"),
    ):
        (mutant,) = (found for found in mutants if f"\n+{line}\n" in f"{found.diff(before)}\n")
        result = tree.attempt(mutant, quick=False)
        assert (result.outcome, result.by) == (outcome, by), result.said
        assert path.read_bytes() == before
    assert set(stage.seconds or {}) == {f"tests/test_bits.py::test_{name}" for name in ("nothing", "full", "list")}
    (tmp_path / "tests/test_bits.py").write_text("def test_wrong():\n    assert False\n")
    with pytest.raises(Problem, match="do not pass"):
        tree.learn(Stage(["tests/test_bits.py"], "", ""))


def test_a_report_counts_by_package_and_shows_the_survivors(root: Path) -> None:
    first, second, *_ = find_mutants(root)
    report = report_of({first: Result(KILLED, "a test"), second: Result(SURVIVED, diff="-a\n+b")})
    assert "| games/nothing | 2 | 1 | 0 | 0 | 1 |" in report
    assert second.id in report
    assert first.id not in report
