"""What was opened at a table, step by step, for the script of its page to show."""

from __future__ import annotations

from typing import cast

from markupsafe import Markup, escape

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Scene
from zashiki.server.model import Snapshot
from zashiki.server.pages.board import Context, Naming, draw_steps, read_by_scene
from zashiki.server.pages.sketches import Sketchbook

SCENE_LINES = 60  # how many of the newest events a game may make scenes of
SCENES_KEPT = 3  # whoever was away longer looks back instead


def scenes_of(s: Snapshot, since: int, context: Context | None, sketches: Sketchbook | None) -> list[Markup]:
    """What was opened by the viewer's last decision and after it."""
    if context is None:
        return []
    # What was dealt before anybody decided is no part of a scene, and each has heard something else of it.
    begun = next((place for place, line in enumerate(s.log) if line.seat is not None), len(s.log))
    game, lines = s.table.game, s.log[max(begun, len(s.log) - SCENE_LINES) :]
    scenes = game.scenes(lines, s.view) if sketches is None else sketches.look("scenes", lines, s.view, game.scenes)
    found = [scene for scene in scenes if scene.number >= since][-SCENES_KEPT:]
    return [draw_held(game, scene, context) if sketches is None else held(s, scene, context, sketches) for scene in found]


def held(s: Snapshot, scene: Scene, context: Context, sketches: Sketchbook) -> Markup:
    """A scene, drawn when these eyes are first shown it, for all who see the same then: it stands in every page until they
    decide again."""
    game = s.table.game

    def drawn() -> Markup:
        read = scene, context["say"], *read_by_scene(game, scene, context)
        return sketches.get("scene", read, lambda: draw_held(game, scene, context))

    return sketches.get(("scene", s.viewer), (scene, context["say"]), drawn)


def draw_held(game: AnyGame, scene: Scene, context: Context) -> Markup:
    """A scene, for the script to show."""
    steps = "".join(f'<div class="scene-step">{step}</div>' for step in draw_steps(game, scene, context))
    say = cast(Naming, context["say"])
    return Markup(f'<template data-scene="{scene.number}" data-title="{escape(say(scene.title))}">{steps}</template>')
