"""What is printed for a game: keys, clauses, faces, and the addresses where one thing and all of them can be read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.helpers import open_app
from tests.support import every_game
from tests.test_clauses import clauses
from zashiki.core.game import AnyGame
from zashiki.games import GAMES
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.gallery import about_part, shelves_of
from zashiki.server.pages.rules import rules_of
from zashiki.server.security import COOKIE

printed_games = pytest.mark.parametrize("game", [game for game in GAMES.values() if game.gallery], ids=lambda game: game.id)


@printed_games
def test_every_thing_has_a_key_of_its_own_words_a_clause_and_a_face(game: AnyGame) -> None:
    printed = [each for shelf in shelves_of(game) for each in shelf.printed]
    assert [key for key, count in Counter(each.thing.key for each in printed).items() if count > 1] == []
    known = clauses(game)
    for each in printed:
        assert re.fullmatch(r"[a-z0-9-]+", each.thing.key)
        assert each.thing.title, each.thing.key
        assert each.thing.text.endswith((".", "!")), each.thing.key
        assert each.thing.clause in known, each.thing.key
        assert re.search(r"<\w", each.face), each.thing.key
        assert not re.search(r'\sid="', each.face), each.thing.key  # a face may stand on a page more than once


@printed_games
def test_a_game_has_a_legend_of_its_signs(game: AnyGame) -> None:
    assert [shelf.group.title for shelf in shelves_of(game) if shelf.group.signs]


@printed_games
def test_signs_beside_the_rules_find_the_shapes_they_are_drawn_with(game: AnyGame) -> None:
    shown = rules_of("", game)
    used = re.findall(r'(?:url\(|href=")#([\w-]+)', shown.signs)
    assert set(used) <= set(re.findall(r'\sid="([\w-]+)"', shown.shown + shown.signs))


@pytest.mark.anyio
@printed_games
async def test_each_thing_can_be_read_alone_and_in_the_gallery_by_anybody_alike(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path) as (app, client):
        page = await client.get(f"/rules/{game.id}/gallery")
        for shelf in shelves_of(game):
            for each in shelf.printed:
                assert f'id="thing-{each.thing.key}"' in page.text
        thing = shelves_of(game)[0].printed[0].thing
        stranger = await client.get(f"/games/{game.id}/about/{thing.key}")
        assert stranger.status_code == 200
        assert f"/rules/{game.id}#{thing.clause}" in stranger.text
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        assert (await client.get(f"/games/{game.id}/about/{thing.key}")).text == stranger.text
        assert (await client.get(f"/games/{game.id}/about/no-such-thing")).status_code == 404


@every_game
def test_a_game_without_a_gallery_has_nothing_printed_to_show(game: AnyGame) -> None:
    bare = replace(game, gallery=None)
    assert shelves_of(bare) == ()
    with pytest.raises(NoSuchTable, match="nothing printed"):
        about_part("", bare, "anything")
