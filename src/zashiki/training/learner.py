"""Self-play by proximal policy optimisation (PPO), with entropy, a pull towards the recent average, and an all-seeing critic.

In some games of every batch the learner meets an earlier self, in some greedy play; only its own decisions count there.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from zashiki.core.game import AnyGame
from zashiki.training.network import WIDTHS, Critic, Player, there, worth_features
from zashiki.training.tables import Seen, Tables
from zashiki.training.together import ALONE, Together

CLIP, LAMBDA = 0.2, 0.95
PULL = 0.05  # weight of the divergence from the average network
AVERAGE = 0.995  # how much of the average stays at each update
STEEPEST = 0.5  # gradients are cut to this length
SEEN_BY_ALL, SEEN_BY_ONE = 2.0, 1.0  # weights of the two values in the loss


@dataclass(frozen=True)
class Plan:
    """The numbers of a training; start and end of those that change on the way."""

    steps: int = 32  # decisions of every game between two updates
    chunk: int = 16384  # decisions in a step of the optimiser
    rate: tuple[float, float] = (7e-4, 3e-5)
    entropy: tuple[float, float] = (0.05, 0.01)
    settle: int = 20  # first updates in which only the critic learns: nobody can tell yet what was a good decision
    earlier: float = 0.25  # share of games against an earlier self
    greedy: float = 0.15  # and against greedy play
    snapshot_every: int = 100  # updates
    snapshots: int = 6  # earlier selves that are kept

    def at(self, ends: tuple[float, float], progress: float) -> float:
        """A number on its way from start (progress 0) to end (1)."""
        start, end = ends
        return start + (end - start) * min(1.0, progress)


@dataclass
class Rollout:
    """What the tables went through since the last update: (steps, n, …) each."""

    own: Tensor
    others: Tensor
    options: Tensor
    worths: Tensor
    counts: Tensor
    choice: Tensor
    logp: Tensor
    value: Tensor
    seats: Tensor
    done: Tensor
    rewards: Tensor
    learns: Tensor


def room_for(tables: Tables, steps: int) -> Rollout:
    """An empty rollout; observations in the 16 bits that matrices are multiplied in."""
    size, most = tables.game.observation_size, tables.game.about.max_legal
    shapes: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
        "own": ((size,), half(tables.device)), "others": ((tables.players - 1, size), half(tables.device)),
        "options": ((most,), torch.int16), "worths": ((most, 2), torch.float16), "counts": ((), torch.int32),
        "choice": ((), torch.int64), "logp": ((), torch.float32), "value": ((), torch.float32), "seats": ((), torch.int64),
        "done": ((), torch.bool), "rewards": ((tables.players,), torch.float32), "learns": ((), torch.bool),
    }  # fmt: skip
    made = {
        name: torch.zeros(steps, tables.n, *shape, dtype=kind, device=tables.device) for name, (shape, kind) in shapes.items()
    }
    return Rollout(**made)


def half(device: str) -> torch.dtype:
    """The numbers matrices are multiplied in: 16 bits on a GPU."""
    return torch.bfloat16 if device == "cuda" else torch.float32


def quick(device: str) -> torch.autocast:
    """A context in which a GPU multiplies matrices in 16 bits."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def greedy_choice(worths: Tensor, counts: Tensor) -> Tensor:
    """The place of the option with the largest worth; ties are drawn."""
    drawn = worths.double() + 0.5 * torch.rand(worths.shape, dtype=torch.double, device=worths.device)
    return drawn.masked_fill(~there(counts, worths.shape[1]), -torch.inf).argmax(1)


def sampled(logits: Tensor) -> Tensor:
    """A draw from every row, by the Gumbel trick."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(1)


class Learner:
    """The networks and the optimiser of one game."""

    def __init__(
        self,
        game: AnyGame,
        tables: Tables,
        plan: Plan,
        widths: tuple[int, int, int] = WIDTHS,
        *,
        seed: int = 0,
        together: Together = ALONE,
    ) -> None:
        self.game, self.tables, self.plan, self.widths, self.device = game, tables, plan, widths, tables.device
        self.seed, self.together = seed, together
        torch.manual_seed(seed)
        self.player, self.critic = Player(game, widths).to(self.device), Critic(game, widths[0] // 2).to(self.device)
        self.forget()
        learnt = [*self.player.parameters(), *self.critic.parameters()]
        self.optimiser = torch.optim.Adam(learnt, lr=plan.rate[0], eps=1e-5, fused=self.device == "cuda")
        self.room: Rollout | None = None
        self.updates, self.decisions, self.unit, self.origin = 0, 0, 1, ""
        self.met_earlier, self.met_greedy = self._opponents()

    def _opponents(self) -> tuple[Tensor, Tensor]:
        """The tables with an earlier self and those with greedy play, in the same parts of every kind."""
        earlier: list[int] = []
        greedy: list[int] = []
        for kind, place in zip(self.tables.kinds, self.tables.places, strict=True):
            last = place.stop - int(kind.n * self.plan.greedy)
            earlier += range(last - int(kind.n * self.plan.earlier), last)
            greedy += range(last, place.stop)
        return torch.tensor(earlier, device=self.device).long(), torch.tensor(greedy, device=self.device).long()

    def forget(self) -> None:
        """Everything that looks back looks at the present network."""
        self.average, self.past = copy.deepcopy(self.player), [copy.deepcopy(self.player)]

    def begin_from(self, player: Player, unit: int, origin: str) -> None:
        """Go on from a network that was trained before, under a name that tells which it was."""
        self.player.load_state_dict(player.state_dict())
        self.unit, self.origin = unit, origin
        self.forget()

    def begin_games(self) -> None:
        """New games at all tables, from seeds that follow from the training's seed and how far it is."""
        seed = (self.seed * 1_000_003 + self.updates) * self.together.size + self.together.rank
        torch.manual_seed(seed)
        self.tables.begin_spread(seed)

    def find_unit(self, looks: int = 60) -> None:
        """The typical difference in worth between two options, by greedy play; fixed for good."""
        spreads, tables = [], self.tables
        for _ in range(looks):
            seen = tables.look()
            present, exact = there(seen.counts, seen.worths.shape[1]), seen.worths.double()
            mean = (exact * present).sum(1) / seen.counts
            deviation = (((exact - mean[:, None]) ** 2 * present).sum(1) / seen.counts).sqrt()
            spreads.append(deviation[seen.counts > 1].mean())
            tables.play(greedy_choice(seen.worths, seen.counts))
        self.unit = max(1, round(self.together.mean(torch.nanmean(torch.stack(spreads))) / tables.worlds))

    def features(self, seen: Seen) -> Tensor:
        """The two features of the worth of every option, as the networks take them."""
        return worth_features(seen.worths, seen.counts, self.unit * self.tables.worlds)

    # Self-play

    def collect(self) -> None:
        """Play a number of decisions in every game and keep what they were made from."""
        self.room = self.room or room_for(self.tables, self.plan.steps)
        room, tables, earlier, greedy = self.room, self.tables, self.met_earlier, self.met_greedy
        rival = self.past[self.updates % len(self.past)]
        rows, alone = torch.arange(tables.n, device=self.device), torch.ones(tables.n, dtype=torch.bool, device=self.device)
        alone[earlier] = alone[greedy] = False
        for t in range(self.plan.steps):
            seen = tables.look()
            longest = seen.options.shape[1]
            room.own[t], room.counts[t], room.seats[t] = seen.own, seen.counts, seen.seats
            room.options[t, :, :longest], room.worths[t, :, :longest] = seen.options, self.features(seen)
            tables.look_from_others(room.others[t])
            given = room.own[t], room.options[t, :, :longest], room.worths[t, :, :longest], room.counts[t]
            with torch.no_grad(), quick(self.device):
                logits, _ = self.player(*given)
                room.value[t] = self.critic(room.own[t], room.others[t])
                theirs, _ = rival(*(each[earlier] for each in given))
            choice = sampled(logits)
            room.logp[t] = logits.log_softmax(1).gather(1, choice[:, None]).squeeze(1)
            room.learns[t] = alone | tables.side[rows, room.seats[t]]
            answer = choice.clone()
            answer[earlier], answer[greedy] = sampled(theirs), greedy_choice(seen.worths[greedy], seen.counts[greedy])
            room.choice[t] = torch.where(room.learns[t], choice, answer)
            tables.play(room.choice[t])
            room.done[t], room.rewards[t] = tables.done, tables.rewards
        self.decisions += tables.n * self.plan.steps * self.together.size

    def update(self, progress: float) -> dict[str, float]:
        """Learn from what was collected; progress 0 .. 1 sets the rates."""
        assert self.room is not None, "collect comes first"
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.at(self.plan.rate, progress)
        entropy_weight = self.plan.at(self.plan.entropy, progress)
        at, gain, returns = advantages(self.room)
        mean, deviation = self.together.spread(gain[at])
        pieces = max(1, round(self.together.mean(torch.tensor(float(len(at)))) / self.plan.chunk))
        longest = int(self.room.counts.max())
        sums: dict[str, Tensor] = {}
        for piece in torch.tensor_split(at[torch.randperm(len(at), device=self.device)], pieces):
            self.optimiser.zero_grad(set_to_none=True)
            loss, told = self.loss(piece, longest, (gain[piece] - mean) / deviation, returns[piece], entropy_weight)
            loss.backward()
            self.climb()
            for name, number in told.items():
                sums[name] = sums.get(name, torch.zeros((), device=self.device)) + number / pieces
        self.updates += 1
        with torch.no_grad():
            for slow, fast in zip(self.average.parameters(), self.player.parameters(), strict=True):
                slow.lerp_(fast, 1 - AVERAGE)
        if self.updates % self.plan.snapshot_every == 0:
            self.past = [*self.past[-(self.plan.snapshots - 1) :], copy.deepcopy(self.player)]
        return {name: float(number) for name, number in sums.items()}

    def climb(self) -> None:
        """One step of the optimiser along the gradients."""
        for network in (self.player, self.critic):
            self.together.share_gradients(network)
            torch.nn.utils.clip_grad_norm_(network.parameters(), STEEPEST)
        self.optimiser.step()

    def loss(
        self, at: Tensor, longest: int, gain: Tensor, wanted: Tensor, entropy_weight: float
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """What to lower, and its parts for the progress line."""
        flat = {name: value.flatten(0, 1) for name, value in vars(self.room).items()}
        own, others, counts, choice, logp_then = (flat[name][at] for name in ("own", "others", "counts", "choice", "logp"))
        given = own, flat["options"][:, :longest][at], flat["worths"][:, :longest][at], counts
        with quick(self.device):
            judged = self.critic(own, others)
            seen_by_all = functional.mse_loss(judged, wanted)
            if self.updates < self.plan.settle:
                return SEEN_BY_ALL * seen_by_all, {"critic": seen_by_all.detach()}
            logits, value = self.player(*given)
            with torch.no_grad():
                usual, _ = self.average(*given)
        logp, usual = logits.log_softmax(1), usual.log_softmax(1)
        ratio = (logp.gather(1, choice[:, None]).squeeze(1) - logp_then).exp()
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        chance = logp.exp()
        entropy = -(chance * logp.clamp(min=-50)).sum(1).mean()
        pull = (chance * (logp - usual).clamp(-50, 50)).sum(1).mean()
        seen_by_one = functional.mse_loss(value, wanted)
        loss = policy + SEEN_BY_ALL * seen_by_all + SEEN_BY_ONE * seen_by_one - entropy_weight * entropy + PULL * pull
        told = {"entropy": entropy, "pull": pull, "critic": seen_by_all, "value": seen_by_one}
        return loss, {name: number.detach() for name, number in told.items()}


def advantages(room: Rollout) -> tuple[Tensor, Tensor, Tensor]:
    """The decisions to learn from, and advantage and return of every decision; each seat has its own line of time.

    A decision counts when the seat's next one, or the end of the game, is in the rollout, and when there was a choice.
    """
    steps, n, players = room.rewards.shape
    device = room.rewards.device
    rows = torch.arange(n, device=device)
    gains, known = torch.zeros(steps, n, device=device), torch.zeros(steps, n, dtype=torch.bool, device=device)
    reward, value, gain = (torch.zeros(n, players, device=device) for _ in range(3))
    good = torch.zeros(n, players, dtype=torch.bool, device=device)
    for t in range(steps - 1, -1, -1):
        ended = room.done[t][:, None]
        reward = torch.where(ended, room.rewards[t], reward)
        value, gain, good = value.masked_fill(ended, 0), gain.masked_fill(ended, 0), good | ended
        seat = room.seats[t]
        known[t] = good[rows, seat]
        found = reward[rows, seat] + value[rows, seat] - room.value[t] + LAMBDA * gain[rows, seat]
        gains[t] = torch.where(known[t], found, 0)
        reward[rows, seat], value[rows, seat] = 0, room.value[t]
        gain[rows, seat], good[rows, seat] = gains[t], True
    counted = known & room.learns & (room.counts > 1)
    return counted.flatten().nonzero().squeeze(1), gains.flatten(), (gains + room.value).flatten()
