"""PettingZoo, Gymnasium and OpenSpiel: their own tests, for every game, seat count and variant."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.support import every_case, every_game, swap_of
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.games import find_game

np = pytest.importorskip("numpy")

GAME = find_game("rights-of-losers")


def needs(*packages: str) -> None:
    for package in packages:
        pytest.importorskip(package)


def open_spiel(game: AnyGame, players: int, options: Mapping[str, str]) -> Any:
    """The game as OpenSpiel loads it."""
    pyspiel = pytest.importorskip("pyspiel")
    from zashiki.rl import openspiel

    return pyspiel.load_game(openspiel.name_of(game), {"players": players, "options": openspiel.options_text(options)})


@every_case
def test_pettingzoo_finds_nothing_wrong(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    needs("pettingzoo", "gymnasium")
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from zashiki.rl.pettingzoo import aec, parallel

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations are dicts with a mask, as PettingZoo's own card games have them; its test mentions it each time.
        for known in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
            warnings.filterwarnings("ignore", message=known)
        api_test(aec(game, players, options), num_cycles=30)
        parallel_api_test(parallel(game, players, options), num_cycles=30)
        seed_test(lambda: aec(game, players, options), num_cycles=15)


@every_game
def test_both_desks_play_the_same_game_and_answer_the_same(game: AnyGame) -> None:
    pytest.importorskip("llvmlite")
    from zashiki.rl.desk import Desk, PlainDesk
    from zashiki.rl.kernels import CHANCE_NEXT

    players, rng, last = game.seats[-1], seeded(6), None
    compiled, plainly = Desk(game, players, {}), PlainDesk(game, players, {})

    def both(ask: Callable[[Any], Any]) -> Any:
        one, other = ask(compiled), ask(plainly)
        assert one == other
        assert compiled.position == plainly.position.to_bytes()
        return one

    for step_by_step in (False, True):
        awaited = both(lambda desk: desk.begin(11))
        for number in range(60):
            if awaited == 0:
                break
            if awaited == CHANCE_NEXT:
                awaited = both(lambda desk, number=number: desk.happen(7, number))
                continue
            for seat in range(players):
                both(lambda desk, seat=seat: desk.mask(seat).tobytes())
                seen = compiled.observation(seat)
                assert seen.tobytes() == plainly.observation(seat).tobytes()
                assert last is None or not np.shares_memory(seen, last)  # learners keep what they were given
                last = seen
            seat = (awaited & -awaited).bit_length() - 1
            if number % 9 == 8:
                assert both(lambda desk, seat=seat, number=number: desk.imagine(seat, number)) == awaited
            legal = both(lambda desk, seat=seat: desk.legal(seat))
            action = legal[below(rng, len(legal))]
            awaited = both(lambda desk, seat=seat, action=action: (desk.move if step_by_step else desk.play)(seat, action))
            assert both(lambda desk: desk.awaited()) == awaited
        both(lambda desk: desk.winners())
        assert both(lambda desk: desk.go_on()) >= 0
    assert last is not None
    assert last.any()


@every_game
def test_both_pettingzoo_environments_play_the_same_game(game: AnyGame) -> None:
    needs("pettingzoo", "gymnasium")
    from zashiki.rl.pettingzoo import aec, parallel

    turns, together, rng = aec(game, game.seats[-1]), parallel(game, game.seats[-1]), seeded(1)
    turns.reset(seed=5)
    together.reset(seed=5)
    for _ in range(60):
        if together.episode.over:
            break
        answers = {}
        for seat in together.episode.acting():
            legal = game.legal_actions(together.episode.state, seat)
            answers[f"seat_{seat}"] = legal[below(rng, len(legal))]
        for agent, action in answers.items():
            assert turns.agent_selection == agent or len(answers) > 1
            turns.episode.apply(int(agent[5:]), action)
            turns._select()
        together.step(answers)
        assert turns.episode.state == together.episode.state


def test_answers_are_taken_together_or_not_at_all() -> None:
    needs("pettingzoo", "gymnasium")
    from zashiki.rl.pettingzoo import parallel

    env = parallel(find_game("kazoku-scribe"), 2)
    env.reset(seed=1)
    while len(env.episode.acting()) < 2:
        env.step({f"seat_{seat}": int(env.episode.mask(seat).argmax()) for seat in env.episode.acting()})
    before = env.episode.state.copy()
    good, illegal = int(env.episode.mask(0).argmax()), int(env.episode.mask(1).argmin())
    for answers, refusal in (({"seat_0": good}, BadOption), ({"seat_0": good, "seat_1": illegal}, IllegalMove)):
        with pytest.raises(refusal):
            env.step(answers)
        assert env.episode.state == before


def test_a_pettingzoo_game_ends_with_one_win() -> None:
    needs("pettingzoo", "gymnasium")
    from zashiki.rl.pettingzoo import aec, parallel

    env = aec(GAME, 3)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="not legal"):
        env.step(GAME.action_count - 1)
    while not env.terminations[env.agent_selection]:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert sum(env.rewards.values()) == pytest.approx(1)
    other = parallel(GAME, 3)
    other.reset(seed=1)
    with pytest.raises(BadOption, match="has to decide"):
        other.step({})


@every_game
def test_every_environment_draws_the_table_in_every_mode(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    needs("pettingzoo", "gymnasium", "PIL")
    from zashiki.rl.gymnasium import SeatEnv
    from zashiki.rl.pettingzoo import aec, parallel

    players = game.seats[-1]
    for make in (aec, parallel, SeatEnv):
        text, printed, drawn, silent = (make(game, players, render_mode=mode) for mode in ("ansi", "human", "rgb_array", None))
        for env in (text, printed, drawn, silent):
            assert {"ansi", "human", "rgb_array"} == set(env.metadata["render_modes"])
            env.reset(seed=2)
        assert "seat_1" in text.render()
        assert printed.render() is None
        assert capsys.readouterr().out.split() == text.render().split()
        picture = drawn.render()
        assert picture.shape == (1080, 1440, 3)
        assert picture.dtype == np.uint8
        assert (picture != picture[0, 0]).any(axis=2).mean() > 0.01  # the rest is paper
        with pytest.warns(UserWarning, match="render_mode"):
            assert silent.render() is None
        with pytest.raises(BadOption, match="render_mode"):
            make(game, players, render_mode="smoke")


def test_a_human_sees_the_table_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    needs("pettingzoo", "gymnasium")
    from zashiki.rl.pettingzoo import aec

    env = aec(GAME, 3, render_mode="human")
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        assert "Trick 1/10" in capsys.readouterr().out


@every_case
def test_gymnasium_finds_nothing_wrong(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    needs("gymnasium", "PIL")
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    from zashiki.rl.gymnasium import id_of

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for illegal in ("end", "retry"):  # the checker knows no masks
            check_env(gymnasium.make(id_of(game), players=players, seat=1, options=options, illegal=illegal).unwrapped)


@every_game
def test_gymnasium_makes_every_game_by_its_id(game: AnyGame) -> None:
    needs("gymnasium")
    import gymnasium
    from gymnasium.envs.registration import EnvSpec

    from zashiki.rl.gymnasium import SeatEnv, id_of

    most = game.seats[-1]
    made, direct = gymnasium.make(id_of(game), players=most, opponents="greedy"), SeatEnv(game, most, opponents="greedy")
    assert (made.reset(seed=3)[0] == direct.reset(seed=3)[0]).all()
    assert made.get_wrapper_attr("episode").state == direct.episode.state
    again = gymnasium.make(EnvSpec.from_json(made.spec.to_json()))
    assert (again.reset(seed=3)[0] == made.reset(seed=3)[0]).all()
    assert gymnasium.make(id_of(game)).unwrapped.episode.players == game.seats[0]


def test_gymnasium_imports_the_ids_when_they_are_named_with_their_module() -> None:
    needs("gymnasium")
    code = "import gymnasium; print(gymnasium.make('zashiki.rl.gymnasium:zashiki/RightsOfLosers-v0', players=4).spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "zashiki/RightsOfLosers-v0\n"


def test_an_illegal_action_does_what_was_chosen_and_leaves_the_game_as_it_was() -> None:
    needs("gymnasium")
    from gymnasium.error import ResetNeeded

    from zashiki.rl.gymnasium import SeatEnv

    for illegal, penalty in (("end", -1.0), ("retry", -0.25), ("raise", -1.0)):
        env = SeatEnv(GAME, 3, illegal=illegal, penalty=penalty)
        with pytest.raises(ResetNeeded):
            env.step(0)
        seen, info = env.reset(seed=1)
        before, wrong = env.episode.state.copy(), int(info["action_mask"].argmin())
        if illegal == "raise":
            with pytest.raises(IllegalMove, match="not legal"):
                env.step(wrong)
        else:
            after, reward, ended, cut, told = env.step(wrong)
            assert (after == seen).all()
            assert (told["action_mask"] == info["action_mask"]).all()
            assert (reward, ended, cut, told["illegal_action"]) == (penalty, illegal == "end", False, wrong)
        assert env.episode.state == before
        if illegal == "end":
            with pytest.raises(ResetNeeded):
                env.step(int(info["action_mask"].argmax()))
            env.reset(seed=1)
        _, reward, _, _, told = env.step(int(info["action_mask"].argmax()))
        assert env.episode.state != before
        assert (reward, "illegal_action" in told) == (0.0, False)


def test_a_gymnasium_seat_plays_to_the_end_alone_and_in_a_vector() -> None:
    needs("gymnasium")
    import gymnasium

    from zashiki.rl.gymnasium import SeatEnv

    env, rewards = SeatEnv(GAME, 3, seat=2, opponents=("greedy", "random")), []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert (env.action_masks() == info["action_mask"]).all()
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert all(0 <= reward <= 1 for reward in rewards)
    envs = gymnasium.vector.SyncVectorEnv([lambda: SeatEnv(GAME, 3) for _ in range(2)])
    observations, infos = envs.reset(seed=1)
    for _ in range(20):
        observations, _, _, _, infos = envs.step(np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]]))
    assert observations.shape == (2, GAME.observation_size)
    for wrong in ({"seat": 3}, {"opponents": ("random",)}, {"opponents": "nobody"}, {"illegal": "ignore"}):
        with pytest.raises(BadOption):
            SeatEnv(GAME, 3, **wrong)  # type: ignore[arg-type]


@every_case
def test_openspiel_finds_nothing_wrong(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(open_spiel(game, players, options), num_sims=1, serialize=True, verbose=False)


def test_openspiel_options_read_back() -> None:
    needs("pyspiel")
    from zashiki.rl import openspiel

    for given in ({}, {"start": "1"}, {"events": "a,b", "open": "true"}):
        assert openspiel.read_options(openspiel.options_text(given)) == given
    with pytest.raises(BadOption):
        openspiel.read_options("start")


@every_case
def test_observations_keep_the_secrets(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    """Neither swapping nor resampling what a seat cannot see changes its observation, its view as text or its log."""
    spiel, pyspiel = open_spiel(game, players, options), pytest.importorskip("pyspiel")
    swap, chooser = swap_of(game), random.Random(3)
    view = spiel.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False))

    def known(state, seat):  # type: ignore[no-untyped-def]
        view.set_from(state, seat)
        log = "" if state.is_terminal() else state.information_state_string(seat)
        return view.tensor.tobytes(), view.string_from(state, seat), log

    for state in _random_states(spiel, chooser, every=7, most=12):
        for seat in range(players):
            swapped, before = state.clone(), known(state, seat)
            swapped.record = swap(state.record.copy(), seat, seeded(chooser.randrange(2**40)))
            assert known(swapped, seat) == before
            if not state.is_chance_node():
                resampled = state.resample_from_infostate(seat, chooser.random)
                assert known(resampled, seat) == before
                assert not any(resampled.log(other) for other in range(players) if other != seat)


@every_case
def test_an_information_state_tells_a_seat_no_more_than_it_sees(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    """Whatever happens next: where two outcomes look alike to a seat and sound alike to the public, its log is the same."""
    spiel = open_spiel(game, players, options)
    from zashiki.rl import openspiel

    chooser, alike = random.Random(4), 0
    for state in _random_states(spiel, chooser, every=3, most=25):
        if state.is_terminal():
            break
        actor = None if state.is_chance_node() else state.current_player()
        legal = range(openspiel.CHANCE_OUTCOMES) if actor is None else state.legal_actions()
        logs: dict[object, set[str]] = {}
        for action in chooser.sample(legal, min(len(legal), 10)):
            public, after = _public_line(game, state, action), state.child(action)
            for seat in set(range(players)) - {actor}:
                logs.setdefault((seat, public, str(game.eyes.view(after.record, seat))), set()).add("\n".join(after.log(seat)))
        alike += len(logs)
        assert all(len(found) == 1 for found in logs.values())
        # Steps in private are not counted.
        assert not any(line.endswith(": ") for seat in range(players) for line in state.log(seat))
    assert alike > 0


@every_case
def test_an_information_state_tells_a_seat_all_that_it_sees(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    """Worlds that a seat cannot tell apart go on with the same moves: as soon as its views differ, so do its logs."""
    spiel = open_spiel(game, players, options)
    chooser, moves = random.Random(5), 0
    for state in _random_states(spiel, chooser, every=5, most=40):
        if state.is_terminal() or state.is_chance_node():
            continue
        for seat in range(players):
            one, other = state.clone(), state.clone()
            imagined = state.record
            game.eyes.resample(imagined, seat, seeded(chooser.randrange(2**40)))
            other.record = imagined
            while moves < 300 and one.log(seat) == other.log(seat):
                assert str(game.eyes.view(one.record, seat)) == str(game.eyes.view(other.record, seat))
                both = set(one.legal_actions()) & set(other.legal_actions())
                if one.is_chance_node() or other.is_chance_node() or one.current_player() != other.current_player() or not both:
                    break
                action = chooser.choice(sorted(both))
                one.apply_action(action)
                other.apply_action(action)
                moves += 1
    assert moves > 0


def _public_line(game: AnyGame, state, action: int) -> str:  # type: ignore[no-untyped-def]
    s = state.record.copy()
    if not state.is_chance_node():
        return game.words.heard(s, state.current_player(), action, SPECTATOR)
    game.rules.draw(s, seeded(action, state.events))
    return game.words.heard_chance(s, SPECTATOR)


def _random_states(spiel, chooser: random.Random, every: int, most: int):  # type: ignore[no-untyped-def]
    """States of one random game: every n-th, all chance among the first, and the last."""
    from zashiki.rl import openspiel

    state, event, given = spiel.new_initial_state(), 0, 0
    while not state.is_terminal() and given < most:
        if event % every == 0 or (state.is_chance_node() and event < 2 * every):
            given += 1
            yield state
        event += 1
        state.apply_action(
            chooser.randrange(openspiel.CHANCE_OUTCOMES) if state.is_chance_node() else chooser.choice(state.legal_actions())
        )
    yield state
