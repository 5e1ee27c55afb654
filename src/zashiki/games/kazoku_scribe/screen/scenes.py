"""What is held for whoever looks at Kazoku Scribe: the plans turned over, the challenges, and the battle of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from zashiki.core.rooms import Heard, Scene, Seat, Step
from zashiki.core.words import seat_mark
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import ACTION_IDS
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.screen import hexmap
from zashiki.games.kazoku_scribe.screen.accounts import element_at, round_of
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, action_name

# What says which phase it is; bridges, cuts and wards happen in two of them.
PHASES = {
    "enter": "entry", "plan": "plan", "fence": "plan", "challenge": "challenge",
    "place": "submit", "unmatched": "submit", "explore": "submit",
}  # fmt: skip
SPREADS_IN = {"fever": "house", "root-rot": "tree"}


@dataclass
class Block:
    """Neighbouring lines of one phase."""

    phase: str
    lines: list[Heard] = field(default_factory=list)


@dataclass(frozen=True)
class Gained:
    """What a village page has gained since the moment of a scene."""

    sick: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    cut: tuple[tuple[str, int], ...] = ()  # squares of war pieces


@dataclass(frozen=True)
class Feat:
    """A war piece that was submitted: what it covered, and what its troops found."""

    seat: Seat
    words: str
    cells: tuple[str, ...]
    found: tuple[str, ...]


def scenes(lines: Sequence[Heard], v: View) -> list[Scene]:
    """What was opened in the newest events, oldest first."""
    newest = {block.phase: block for block in _blocks(lines)}
    if newest and v.phase == next(reversed(newest)):
        newest.popitem()  # still going on
    found = []
    if "plan" in newest and v.phase in ("challenge", "submit"):
        found.append(_plans(newest["plan"], v, lines))
    if "challenge" in newest and v.challenged and (v.phase == "plan" or v.challenged[-1][0] == v.round):
        found.append(_challenges(newest["challenge"], v, lines))
    if "submit" in newest and v.phase in ("plan", "over"):
        found += _battle(newest["submit"], v)
    return sorted(found, key=lambda scene: scene.number)


def _blocks(lines: Sequence[Heard]) -> list[Block]:
    """The lines by phase, in the order of the last line of each phase."""
    blocks = [Block("")]
    for line in lines:
        phase = PHASES.get(line.heard.split(" ")[0], blocks[-1].phase)
        if phase != blocks[-1].phase:
            blocks = [block for block in blocks if block.phase != phase] + [Block(phase)]
        blocks[-1].lines.append(line)
    return [block for block in blocks if block.phase]


def _plans(block: Block, v: View, lines: Sequence[Heard]) -> Scene:
    """KZS-11: all plans are turned over at once; then, which pieces go to battle. Whoever comes late sees both as they were."""
    number = block.lines[-1].number
    later = [line for line in lines if line.number > number]
    gained = [_gained(v, seat, later, challenges=True) for seat in range(len(v.pages))]
    steps = []
    for seat, page in enumerate(v.pages):
        planned = [name for name, rounds in page.arrows.items() if v.round in rounds]
        deeds = _joined([action_name(ACTION_IDS.index(name)) for name in planned])
        words = (
            WORDS("scene_planned", seat=seat_mark(seat), deeds=deeds)
            if planned
            else WORDS("tell_plan_none", seat=seat_mark(seat))
        )
        steps.append(Step("planned", {"seat": seat, "round": v.round, "words": words, "gained": gained[seat]}))
    submitted = [(line.seat, line.heard.split(" ")[1]) for line in later if line.heard.startswith(("place ", "unmatched "))]
    pieces = {seat: sorted([*(war for who, war in submitted if who == seat), *plan.pieces]) for seat, plan in v.plans.items()}
    outcome = Step("to_battle", {"pieces": pieces, "gained": gained})
    return Scene(number, WORDS("scene_plans", round=v.round), (*steps, outcome))


def _challenges(block: Block, v: View, lines: Sequence[Heard]) -> Scene:
    """KZS-34, KZS-41: the challenges of the round, first one by one, then all of them as they are marked."""
    told = {line.seat: line.told for line in block.lines}
    number, last = v.challenged[-1][0], block.lines[-1].number
    later = [line for line in lines if line.number > last]
    chosen = [(seat, text) for round_, seat, text in v.challenged if round_ == number and seat in told]
    steps = []
    for seat, text in chosen:
        victim = victim_of(v.players, number, seat)
        gained = _gained(v, victim, later, challenges=False)
        steps.append(Step("challenge", {"victim": victim, "text": text, "words": told[seat], "gained": gained}))
    outcome = Step("marked", {"told": [told[seat] for seat, _ in chosen]})
    return Scene(last, WORDS("scene_challenges", round=number), (*steps, outcome))


def _gained(v: View, seat: Seat, later: Sequence[Heard], *, challenges: bool) -> Gained:
    """What these lines have put on a page, and if asked for, this round's challenge against it."""
    own = [line.heard.split(" ") for line in later if line.seat == seat]
    bridges = [words[1] for words in own if words[0] == "bridge" and words[1] != "none"]
    cut = [(words[2], int(words[3])) for words in own if words[:2] == ["cut", "piece"]]
    sick: list[str] = []
    for number, challenger, text in v.challenged if challenges else ():
        if number != v.round or victim_of(v.players, number, challenger) != seat:
            continue
        _, kind, *words = text.split(" ")
        if words == ["spread"]:
            sick += [cell for cell in v.pages[seat].sick if cell not in _sick_before(v, seat)]
        elif words[:1] == ["pair"]:
            sick += words[1:]
        elif kind != "none":
            cut.append((words[0], int(words[1])))
    return Gained(tuple(sick), tuple(bridges), tuple(cut))


def _sick_before(v: View, seat: Seat) -> set[str]:
    """The cells of a page that fell sick in earlier rounds (KZS-35 to KZS-38)."""
    sick, page = set[str](), v.pages[seat]
    for number, challenger, text in v.challenged:
        if number == v.round or victim_of(v.players, number, challenger) != seat:
            continue
        _, kind, *words = text.split(" ")
        if words[:1] == ["pair"]:
            sick.update(words[1:])
        elif words == ["spread"]:
            alike = {cell for cell in cards.CELL_IDS if element_at(page.rows, cell) == SPREADS_IN[kind]}
            fenced = {cell for cell, estate in page.estates.items() if round_of(estate) <= number}
            pairs = [set(pair.id.split("-")) for pair in hexmap.CROSSINGS]
            near = set[str]().union(*(pair for pair in pairs if pair & sick & alike))
            sick |= (near & alike) - fenced
    return sick


def _battle(block: Block, v: View) -> Iterator[Scene]:
    """KZS-42 to KZS-53: every piece with what it covered and found, then where the lanes stand."""
    feats = list(_feats(block.lines, v))
    if feats:
        number = v.round if v.over else v.round - 1
        steps = [Step("feat", {"feat": feat}) for feat in feats]
        yield Scene(block.lines[-1].number, WORDS("scene_battle", round=number), (*steps, Step("lanes", {})))


def _feats(lines: Sequence[Heard], v: View) -> Iterator[Feat]:
    feat: Feat | None = None
    for line in lines:
        verb, *words = line.heard.split(" ")
        if verb in ("place", "unmatched") and line.seat is not None:
            if feat:
                yield feat
            feat = Feat(line.seat, line.told, tuple(words[1:]), ())
        elif verb == "explore" and feat:
            feat = Feat(feat.seat, feat.words, feat.cells, (*feat.found, _icon_at(v, words[0])))
    if feat:
        yield feat


def victim_of(players: int, number: int, seat: Seat) -> Seat:
    """KZS-32: whose page a seat holds while the challenges of a round are chosen."""
    return (seat - 1) % players if number % 2 else (seat + 1) % players


def _icon_at(v: View, cell: str) -> str:
    letter = v.dungeon["abcdefghijkl".index(cell[0])][int(cell[1:]) - 1]
    return cards.ICON_IDS[cards.ICON_LETTERS.index(letter)]


def _joined(names: Sequence[str]) -> str:
    return WORDS("scene_both", first=names[0], second=names[1]) if len(names) == 2 else "".join(names)
