"""The scenes of Idol Conclave: what is opened is shown to those who may see it, and no winner before the count is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.idol_conclave.positions import IdolTable, play, table
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.rooms import Scene
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import IDOLS
from zashiki.games.idol_conclave.screen import scenes
from zashiki.server.model import LogEntry
from zashiki.server.pages.board import draw_scene

NAMES = ("Aiko", "Kenji", "Mirei", "Tomás", "Zoë")
RECORDS = Path(__file__).with_name("records")


def scenes_of(t: IdolTable, viewer: int) -> list[Scene]:
    """What a viewer is shown of all that has happened."""
    heard = [LogEntry(number + 1, line.seat, line.told[viewer], line.heard[viewer]) for number, line in t.heard_by(viewer)]
    return scenes(heard, t.view(viewer))


def drawn(t: IdolTable, viewer: int) -> list[list[str]]:
    """The steps of every scene, drawn."""
    me = viewer if viewer >= 0 else None
    return [
        [str(step) for step in draw_scene(GAME, scene, t.view(viewer), me, NAMES[: t.players], "/rules")]
        for scene in scenes_of(t, viewer)
    ]


@pytest.mark.rule("IDL-71")
def test_a_look_is_shown_to_the_one_who_looks_and_to_nobody_else() -> None:
    t = table("0: vote p1 kana-chan; 1: vote p2 marisan; 2: vote p4 akaneru; 2: peek marisan 1", adv="idol-police")
    (before, seen) = drawn(t, 2)[0]
    assert "Vote +2000" in seen
    assert "Vote" not in before
    assert all(scenes_of(t, viewer) == [] for viewer in (0, 1, SPECTATOR, OPEN))
    assert [line.told[viewer] for line in t.lines[-1:] for viewer in (2, 0, SPECTATOR)] == [
        "{2} looks at card 1 of Marisan (Vote +2000).",
        "{2} looks at card 1 of Marisan.",
        "{2} looks at card 1 of Marisan.",
    ]


@pytest.mark.rule("IDL-37", "IDL-49")
def test_a_card_turned_up_is_shown_to_all_until_cards_move() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 marisan; 2: deal deal open-convene; 2: open marisan 1")
    for viewer in (0, 1, 2, SPECTATOR):
        before, seen = drawn(t, viewer)[0]
        assert ("Vote +2000" in seen, "Vote +2000" in before) == (True, False)
        assert t.lines[-1].told[viewer] == "{2} turns card 1 of Marisan (Vote +2000) face up and takes Group Vote I."
    play(t, "0: deal deal trade; 0: swap akaneru 1; 0: with marisan 1")
    assert scenes_of(t, 1) == []


@pytest.mark.rule("IDL-74", "IDL-53")
def test_ballots_show_their_backs_once_all_are_sealed() -> None:
    rounds = "; ".join(f"{seat}: vote {kind} kana-chan" for kind in ("p2", "p3", "p4", "m5") for seat in (1, 2, 0))
    t = table(f"0: vote p1 marisan; {rounds}; 2: ballot deal; 0: ballot neg", adv="simultaneous-vote")
    assert all(scenes_of(t, viewer) == [] for viewer in (0, 1, 2, SPECTATOR))
    for script in ("1: ballot scandal", "1: order 1", "1: order 0"):
        play(t, script)
        for viewer, known in ((0, ["neg"]), (2, ["neg", "deal"]), (SPECTATOR, ["neg"])):
            (scene,) = scenes_of(t, viewer)
            cards = scene.steps[1].given["cards"]
            assert isinstance(cards, dict)
            assert list(cards) == [0, 1, 2]
            assert [kind for kind, _ in cards.values() if kind] == known
            assert [negative for _, negative in cards.values()] == [True, False, False]


@pytest.mark.rule("IDL-56", "IDL-66", "IDL-68", "IDL-R25")
def test_the_count_goes_idol_by_idol_and_names_the_winners_last() -> None:
    t = replay(read_kifu((RECORDS / "complete-advanced.kifu").read_text(encoding="utf-8")), GAMES)
    for viewer in (0, SPECTATOR):
        group, *columns, identities, outcome = drawn(t, viewer)[-1]
        assert "8000" in group
        assert len(columns) == len(IDOLS)
        for step, idol, total in zip(columns, IDOLS, ("0", "−8000", "+9000", "+6000", "+16000", "+2000"), strict=True):
            assert idol.text("name") in step
            assert f'class="count-total">{total}<' in step
        assert "+16000" not in "".join(columns[:4])
        assert all(name in identities for name in NAMES)
        assert all("winner" not in step and "leader points" not in step for step in (group, *columns, identities))
        assert outcome.count(" winner") == 1


@pytest.mark.parametrize("players", GAME.seats)
def test_every_scene_can_be_drawn_for_every_pair_of_eyes(players: int) -> None:
    t, titles = Table(GAME, players, {"events": "advanced"}, seed=players), set[str]()

    def look() -> None:
        for viewer in (*range(players), SPECTATOR):
            found = scenes_of(t, viewer)
            assert [scene.number for scene in found] == sorted(scene.number for scene in found)
            assert all(step for steps in drawn(t, viewer) for step in steps)
            assert [scene.title for scene in found].count("The count") == t.over
            titles.update(scene.title for scene in found)

    for _ in play_randomly(t, seeded(players)):
        look()
    look()
    assert len(titles) > 1
