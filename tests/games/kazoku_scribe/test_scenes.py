"""The scenes of Kazoku Scribe: plans, challenges and battles, each only once everybody may see it."""

from __future__ import annotations

import pytest

from tests.games.kazoku_scribe.positions import board_e, play
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Scene
from zashiki.core.table import Table
from zashiki.games.kazoku_scribe import GAME
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.screen import scenes
from zashiki.games.kazoku_scribe.state import State
from zashiki.server.model import LogEntry
from zashiki.server.pages.board import draw_scene

NAMES = ("Aiko", "Kenji", "Mirei", "Zoë")
PLAN_0 = (
    "plan w4 plain", "fence b7", "fence a8", "fence a9", "fence b8", "fence c7",
    "plan w3 shield", "fence b1", "fence a1", "fence c1", "fence d1", "fence d2", "fence e3", "ward fever 1",
)  # fmt: skip
PLAN_1 = (
    "plan w5 plain", "fence e4", "fence f4", "fence f3", "fence e5", "fence d4",
    "plan w4 shield", "fence c6", "fence b6", "fence c7", "fence c8", "fence d7", "fence e8", "ward root-rot 2",
)  # fmt: skip
BATTLE = (
    "0: place w3 e8 e9 f8 f9", "0: explore j8", "0: explore j7", "0: explore i7", "0: explore j6",
    "1: place w4 a6 b6 c6 d6", "1: explore i9", "1: explore h9", "1: cut piece w3 2", "1: explore h8", "1: explore i8",
    "1: bridge g5-g6", "0: place w4 f3 f4 f5 f6", "0: explore g8", "0: bridge c6-d5", "0: explore j5", "0: explore g7",
    "0: bridge none", "0: explore f7", "1: place w5 b2 c2 c3 c4", "1: explore e7", "1: explore g9", "1: explore d7",
)  # fmt: skip


def scenes_of(t: Table[State, View], viewer: int) -> list[Scene]:
    """What a viewer is shown of the newest events."""
    heard = [LogEntry(number + 1, line.seat, line.told[viewer], line.heard[viewer]) for number, line in t.heard_by(viewer)]
    return scenes(heard[-60:], t.view(viewer))


def drawn(t: Table[State, View], viewer: int) -> list[str]:
    """Every scene, drawn."""
    me = viewer if viewer >= 0 else None
    return ["".join(draw_scene(GAME, scene, t.view(viewer), me, NAMES[: t.players], "/rules")) for scene in scenes_of(t, viewer)]


def titles(t: Table[State, View], viewer: int) -> list[str]:
    return [scene.title for scene in scenes_of(t, viewer)]


@pytest.mark.rule("KZS-11", "KZS-34", "KZS-41")
def test_plans_and_challenges_are_shown_once_all_are_in_and_not_before() -> None:
    t, everybody = board_e("j9"), (0, 1, SPECTATOR)
    play(t, *(f"0: {text}" for text in PLAN_0), *(f"1: {text}" for text in PLAN_1[:-1]))
    assert [titles(t, viewer) for viewer in everybody] == [[], [], []]
    play(t, f"1: {PLAN_1[-1]}")
    assert [titles(t, viewer) for viewer in everybody] == [["The plans of round 1"]] * 3
    for viewer in everybody:
        first, second, outcome = draw_scene(GAME, scenes_of(t, viewer)[0], t.view(viewer), None, NAMES[:2], "/rules")
        assert "Aiko has planned War piece 3 and War piece 4." in first
        assert "Kenji has planned War piece 4 and War piece 5." in second
        assert outcome.count('class="piece"') == 4
    play(t, "1: challenge root-rot pair f4 g5")
    assert all("challenge" not in "".join(titles(t, viewer)) for viewer in everybody)
    play(t, "0: challenge fever pair a5 b4")
    for viewer in everybody:
        assert titles(t, viewer) == ["The plans of round 1", "The challenges of round 1"]
        assert "fever break out at a5 and b4" in drawn(t, viewer)[-1]


@pytest.mark.rule("KZS-44", "KZS-46", "KZS-53")
def test_the_battle_shows_each_piece_with_its_finds_and_then_the_lanes() -> None:
    t = board_e("j9")
    play(t, *(f"0: {text}" for text in PLAN_0), *(f"1: {text}" for text in PLAN_1))
    play(t, "0: challenge fever pair a5 b4", "1: challenge root-rot pair f4 g5", *BATTLE)
    assert titles(t, 0) == ["The plans of round 1", "The challenges of round 1"]
    play(t, "1: explore g6")
    for viewer in (0, 1, SPECTATOR):
        scene = scenes_of(t, viewer)[-1]
        assert scene.title == "The battle of round 1"
        feats = [step.given["feat"] for step in scene.steps[:-1]]
        assert [(feat.seat, feat.cells) for feat in feats] == [  # type: ignore[attr-defined]
            (0, ("e8", "e9", "f8", "f9")),
            (1, ("a6", "b6", "c6", "d6")),
            (0, ("f3", "f4", "f5", "f6")),
            (1, ("b2", "c2", "c3", "c4")),
        ]
        assert feats[0].found == ("empty", "jade", "silk", "empty")  # type: ignore[attr-defined]
        assert "Points of Aiko" in drawn(t, viewer)[-1]


@pytest.mark.parametrize("players", GAME.seats)
def test_every_scene_can_be_drawn_for_every_pair_of_eyes_and_none_shows_a_plan_that_is_being_made(players: int) -> None:
    t, seen = Table(GAME, players, seed=players), set[str]()
    for _ in play_randomly(t, seeded(players)):
        for viewer in (0, SPECTATOR):
            found = scenes_of(t, viewer)
            assert [scene.number for scene in found] == sorted(scene.number for scene in found)
            if t.view(viewer).phase == "plan":
                assert not any(scene.title.startswith("The plans") for scene in found)
            seen.update(title.rsplit(" ", 1)[0] for title in titles(t, viewer))
            if found and len(t.lines) % 5 == 0:
                assert all(drawn(t, viewer))
    assert seen == {"The plans of round", "The challenges of round", "The battle of round"}


@pytest.mark.rule("KZS-11", "KZS-35", "KZS-38", "KZS-41")
@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("seed", range(3))
def test_whoever_comes_late_sees_plans_and_challenges_as_they_were(players: int, seed: int) -> None:
    t, first, again = Table(GAME, players, seed=seed), dict[str, str](), 0
    for _ in play_randomly(t, seeded(seed)):
        for title, scene in zip(titles(t, SPECTATOR), drawn(t, SPECTATOR), strict=True):
            if title.startswith("The battle"):
                continue
            again += title in first
            assert first.setdefault(title, scene) == scene, title
    assert again > 40
