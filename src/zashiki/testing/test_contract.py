"""The contract suite: what holds for every game, seat count and variant, shown on random play."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

import pytest

from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import CHANCE, DECISION, OPEN, OVER, SPECTATOR, AnyGame, seats_in
from zashiki.core.record import kifu_of, positions, read_kifu, replay
from zashiki.core.schema import Work
from zashiki.core.table import Table
from zashiki.testing.cases import every_case, every_game
from zashiki.testing.play import Walk, about_one_in, new_table, play_randomly, random_states
from zashiki.testing.played import playing
from zashiki.testing.ranges import out_of_range

Options = Mapping[str, str]


@every_case
def test_options_are_distinct_written_uniquely_and_read_back(game: AnyGame, players: int, options: Options) -> None:
    for s in about_one_in(3, random_states(game, players, options, 1)):
        for seat in range(players):
            actions = game.legal_actions(s, seat)
            assert bool(actions) == (game.rules.status(s) == DECISION and bool(game.rules.to_act(s) >> seat & 1))
            assert len(set(actions)) == len(actions) <= game.about.max_legal
            assert all(0 <= action < game.action_count for action in actions)
            texts = [game.actions.write(action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [game.actions.read(text) for text in texts] == actions


@every_case
def test_ranges_hold_after_every_event_and_games_end_in_time(game: AnyGame, players: int, options: Options) -> None:
    for seed in range(3):
        walk, rng = Walk(game, players, options), seeded(seed)
        playing(walk.record)
        assert out_of_range(walk.state) == []
        while not walk.over:
            walk.go_on(rng)
            assert out_of_range(walk.state) == []
            assert walk.lines <= game.about.max_events


@every_case
def test_a_view_beside_that_of_a_spectator_is_the_view(game: AnyGame, players: int, options: Options) -> None:
    for s in about_one_in(7, random_states(game, players, options, 2)):
        public = game.eyes.view(s, SPECTATOR)
        for viewer in (*range(players), SPECTATOR, OPEN):
            assert game.view_beside(s, viewer, public) == game.eyes.view(s, viewer)


@every_case
def test_looking_changes_nothing(game: AnyGame, players: int, options: Options) -> None:
    numbers = [0] * max(game.observation_size, game.about.max_legal)
    for s in about_one_in(7, random_states(game, players, options, 2)):
        before = s.to_bytes()
        game.final_scores(s)
        game.scoring.winners(s)
        json.dumps(game.eyes.summary(s))
        for seat in range(players):
            game.eyes.view(s, seat)
            game.words.ask(s, seat)
            game.worth.worth(s, seat)
            game.eyes.observe(s, seat, numbers)
            for action in game.legal_actions(s, seat):
                game.words.label(s, seat, action)
                game.words.tell(s, seat, action, SPECTATOR)
        for viewer in (SPECTATOR, OPEN):
            view = game.eyes.view(s, viewer)
            assert game.screen.headline(view)
            assert game.screen.draw_text(view)
            game.screen.board(view)
        assert s.to_bytes() == before


@pytest.fixture
def soiled(monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """From now on work space holds rubbish at first; what is made of it is kept here."""
    made: list[Work] = []

    def soil(work: Work) -> None:
        made.append(work)
        for name, field in work.fields.items():
            rubbish = field.low if len(made) % 2 else field.high
            setattr(work, name, [rubbish] * field.length if field.length else rubbish)

    for kind in Work.__subclasses__():
        monkeypatch.setattr(kind, "__init__", soil)
    return made


def all_answers(game: AnyGame, s: Any) -> list[object]:
    """What all rules say about a state."""
    found, numbers, drawn = [game.scoring.winners(s), game.final_scores(s)], [0] * game.observation_size, s.copy()
    if game.rules.status(s) == CHANCE:
        game.rules.draw(drawn, seeded(1))
    for seat in range(s.players):
        actions = game.legal_actions(s, seat)
        found += [actions, game.worth.worth(s, seat), game.worth.plausible(s, seat), game.eyes.view(s, seat)]
        game.eyes.observe(s, seat, numbers)
        imagined = s.copy()
        game.eyes.resample(imagined, seat, seeded(seat))
        found += [numbers[:], imagined]
        for action in actions[:3]:
            after = s.copy()
            game.rules.apply(after, seat, action)
            found.append(after)
    return [*found, drawn.outcome]


@every_case
def test_what_work_space_holds_at_first_changes_nothing(
    game: AnyGame, players: int, options: Options, request: pytest.FixtureRequest
) -> None:
    states = [s.copy() for s in about_one_in(9, random_states(game, players, options, 12))]
    clean = [all_answers(game, s) for s in states]
    soiled: list[Work] = request.getfixturevalue("soiled")
    for s, answers in zip(states, clean, strict=True):
        assert all_answers(game, s) == answers
        assert [fault for work in soiled for fault in out_of_range(work)] == []
        soiled.clear()


@every_case
def test_copies_are_independent(game: AnyGame, players: int, options: Options) -> None:
    kept = [(s, s.to_bytes()) for s in about_one_in(10, random_states(game, players, options, 3))]
    assert all(s.to_bytes() == before and game.state.from_bytes(before) == s for s, before in kept)


@every_case
def test_a_result_is_stable_and_names_winners(game: AnyGame, players: int, options: Options) -> None:
    *_, s = random_states(game, players, options, 4)
    assert game.rules.status(s) == OVER
    assert game.rules.to_act(s) == 0
    scores, winners = game.final_scores(s), seats_in(game.scoring.winners(s))
    assert winners
    assert max(winners) < players
    assert (scores, winners) == (game.final_scores(s), seats_in(game.scoring.winners(s)))
    rows = game.screen.tally(game.eyes.view(s, OPEN))
    assert rows
    assert all(len(row.cells) == players for row in rows)


@every_case
def test_a_record_replays_to_the_same_state(game: AnyGame, players: int, options: Options) -> None:
    table = new_table(game, players, options, seed=5)
    for _ in play_randomly(table, seeded(5)):
        pass
    kifu = kifu_of(table, {"seats": "0=Aiko 1=bot:random", "note": "a key nobody knows"})
    text = kifu.write()
    assert read_kifu(text).write() == text
    again = replay(read_kifu(text), {game.id: game})
    assert again.state == table.state
    assert [line.told for line in again.lines] == [line.told for line in table.lines]
    assert [len(table.lines) for table in positions(kifu, {game.id: game})] == list(range(len(kifu.lines) + 1))


@every_case
def test_simultaneous_answers_in_any_order_give_equal_bytes(game: AnyGame, players: int, options: Options) -> None:
    """Wherever several seats are to act, their next answers commute."""
    shown = 0
    rng = seeded(6)
    for s in about_one_in(2, random_states(game, players, options, 6)):
        seats = game.acting(s)
        if len(seats) < 2:
            continue
        answers = {}
        for seat in seats:
            actions = game.legal_actions(s, seat)
            answers[seat] = actions[below(rng, len(actions))]
        results = set()
        for order in itertools.islice(itertools.permutations(seats), 24):
            t = s.copy()
            for seat in order:
                assert answers[seat] in game.legal_actions(t, seat)
                game.rules.apply(t, seat, answers[seat])
            results.add(t.to_bytes())
        assert len(results) == 1
        shown += 1
        if shown >= 25:
            break


@every_case
def test_what_is_not_legal_is_refused_with_a_clause_and_changes_nothing(game: AnyGame, players: int, options: Options) -> None:
    table = new_table(game, players, options, seed=7)
    seen: list[str] = []
    sample = seeded(7, 1)
    for _, action in play_randomly(table, seeded(7)):
        seen.append(game.actions.write(action))
        if below(sample, 5):
            continue
        before = table.state.to_bytes()
        for who in range(players):
            legal = set(table.legal(who))
            for text in set(seen[-40:]) - legal:
                with pytest.raises((IllegalMove, BadNotation)) as refused:
                    table.play(who, text)
                if isinstance(refused.value, IllegalMove):
                    assert refused.value.clause.startswith(f"{game.about.prefix}-"), text
                    assert refused.value.sentence[-1] == ".", refused.value.sentence
                assert table.state.to_bytes() == before


@every_game
def test_nonsense_is_bad_notation(game: AnyGame) -> None:
    table = new_table(game, game.seats[0], {})
    before = table.state.to_bytes()
    for text in ("", "xyzzy", "pass pass", " ", "0", "play", "\x00", "{0}", "lead 99999999999999999999", "é" * 500):
        with pytest.raises((BadNotation, IllegalMove)):
            table.play(table.to_act[0], text)
        with pytest.raises((BadNotation, IllegalMove)):
            table.feed(text)
    for seat in (-1, game.max_seats, 99):
        with pytest.raises(IllegalMove):
            table.play(seat, 0)
    assert table.state.to_bytes() == before


@every_case
def test_undo_goes_back_exactly_and_never_past_what_was_shown(game: AnyGame, players: int, options: Options) -> None:
    table, rng = new_table(game, players, options, seed=8), seeded(8)
    while not table.over:
        seat = table.to_act[below(rng, len(table.to_act))]
        actions = game.legal_actions(table.state, seat)
        action = actions[below(rng, len(actions))]
        before, lines = table.state.copy(), len(table.lines)
        shown = game.eyes.reveals(before, seat, action)
        table.play(seat, action)
        if shown or len(table.lines) > lines + 1:  # something was seen, or chance was drawn: no way back
            assert not table.can_undo(seat)
            with pytest.raises(IllegalMove):
                table.undo(seat)
        else:
            others = [other for other in table.to_act if other not in game.acting(before)]
            unheard = any(
                not game.words.heard(table.state, other, later, seat)
                for other in others
                for later in game.legal_actions(table.state, other)
            )
            assert table.can_undo(seat) is not unheard  # else it would tell when another begins to plan in private
            table.undo(seat)
            assert table.state == before
            assert len(table.lines) == lines
            table.play(seat, action)


@every_game
def test_unknown_seats_and_options_are_refused(game: AnyGame) -> None:
    for players in (0, 1, max(game.seats) + 1, -3):
        with pytest.raises(BadOption, match="players"):
            Table(game, players)
    with pytest.raises(BadOption, match="no option 'colour-of-the-moon'"):
        Table(game, game.seats[0], {"colour-of-the-moon": "1"})
    for option in game.about.options:
        with pytest.raises(BadOption, match=option.name):
            Table(game, game.seats[0], {option.name: "-17"})
        assert option.help.endswith(".")


@every_game
def test_the_table_of_actions_and_observations_is_complete(game: AnyGame) -> None:
    assert all(block.size > 0 and block.words for block in game.actions.blocks)
    assert all(part.size > 0 and part.high > 0 and part.words for part in game.eyes.OBSERVATION)


@every_case
def test_observations_stay_within_their_scale(game: AnyGame, players: int, options: Options) -> None:
    highs = [part.high for part in game.eyes.OBSERVATION for _ in range(part.size)]
    out = [0] * game.observation_size
    for s in about_one_in(15, random_states(game, players, options, 10)):
        for seat in range(players):
            out[:] = [99] * len(out)
            game.eyes.observe(s, seat, out)
            outside = [k for k, (value, high) in enumerate(zip(out, highs, strict=True)) if not -high <= value <= high]
            assert outside == []


@every_case
def test_chance_events_are_written_read_and_heard(game: AnyGame, players: int, options: Options) -> None:
    rng = seeded(11)
    for s in random_states(game, players, options, 11):
        if game.rules.status(s) != CHANCE:
            continue
        t = s.copy()
        game.rules.draw(t, rng)
        assert t == s, "drawing changed more than the outcome"
        text = game.words.write_chance(t)
        outcome = game.words.read_chance(s, text)
        assert outcome == t.outcome[: len(outcome)]
        assert game.words.heard_chance(t, OPEN) == text
        assert all(game.words.tell_chance(t, viewer) for viewer in (*range(players), SPECTATOR, OPEN))


@every_game
def test_the_variants_begin_with_the_default(game: AnyGame) -> None:
    assert game.about.variants[0] == {}
