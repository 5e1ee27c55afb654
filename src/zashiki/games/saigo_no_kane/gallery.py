"""Everything printed for Saigo no Kane: candidates, students, items, events, teacher cards and signs."""

from __future__ import annotations

from collections.abc import Iterable

from zashiki.core.cards import Entry
from zashiki.core.rooms import Group, Thing
from zashiki.core.words import listed
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, in_a_row, name_of

# What the signs that stand for a number mean, and where the rules say so.
COUNTED = {"vote": "SNK-76", "popularity": "SNK-26", "yen": "SNK-33", "cards": "SNK-41"}
PET = "SNK-78"
CLAUSES = {
    entry.text("key"): entry.text("clause")
    for entry in (*cards.CANDIDATE_DATA, *cards.STUDENT_DATA, *cards.ITEM_DATA, *cards.EVENT_DATA, *cards.TEACHER_DATA)
}


def things() -> tuple[Group, ...]:
    """Everything printed."""
    clubs = tuple(faces.CLUBS.values())
    students, items, events = faces.STUDENTS.values(), faces.ITEMS.values(), faces.EVENTS.values()
    return (
        Group(WORDS("gallery_signs"), tuple(_signs()), WORDS("gallery_reconstructed"), signs=True),
        Group(WORDS("gallery_candidates"), tuple(map(_candidate, faces.CANDIDATES.values()))),
        *(
            Group(WORDS("gallery_students", club=c.name), tuple(_student(one) for one in students if one.club == c))
            for c in clubs
        ),
        *(Group(WORDS("gallery_items", club=c.name), tuple(_item(one) for one in items if one.club == c)) for c in clubs),
        Group(WORDS("gallery_no_club"), tuple(_item(one) for one in items if one.club is None)),
        *(
            Group(WORDS(f"gallery_{deck}"), tuple(_event(one) for one in events if one.deck == deck))
            for deck in ("blue", "orange")
        ),
        Group(WORDS("gallery_teachers"), tuple(map(_teacher, faces.TEACHERS.values()))),
    )


def _thing(kind: str, key: str, title: str, sentences: Iterable[str], clause: str, face: object) -> Thing:
    return Thing(key, title, in_a_row(sentences), clause, {"w": WORDS, "kind": kind, "thing": face})


def _signs() -> Iterable[Thing]:
    for key, clause in COUNTED.items():
        yield _thing("sign", key, WORDS(f"title_{key}"), [WORDS(f"about_{key}", limit=cards.HAND_LIMIT)], clause, key)
    yield _thing("sign", "pet", WORDS("title_pet"), [WORDS("about_pet")], PET, "bell")
    for talent in cards.TALENT_DATA:
        key = talent.text("key")
        name = name_of(key)
        yield _thing("sign", key, name, [WORDS("about_talent", name=name)], talent.text("clause"), key)
    for entry in cards.CLUB_DATA:
        yield _club(entry)


def _club(entry: Entry) -> Thing:
    club = faces.CLUBS[entry.text("key")]
    return _thing("club", club.key, club.name, [WORDS("about_club")], entry.text("clause"), club)


def _amounts(given: faces.Amounts) -> str:
    return listed(WORDS(f"amount_{kind}", count=number) for kind, number in given)


def _gives(person: faces.Person) -> Iterable[str]:
    if person.produces:
        yield WORDS("about_produces", amounts=_amounts(person.produces))
    if person.votes_cleanup:
        yield WORDS("about_votes_cleanup", count=person.votes_cleanup)
    if person.votes_now:
        yield WORDS("about_votes_recruited", count=person.votes_now)


def _candidate(person: faces.Person) -> Thing:
    number = cards.CANDIDATE_IDS.index(person.key)
    stock = {"popularity": cards.START_POPULARITY[number], "yen": cards.START_YEN[number]}
    sentences = [WORDS("about_candidate", club=person.club.name, talents=_amounts(person.talents), **stock), *_gives(person)]
    return _thing("candidate", person.key, person.name, sentences, CLAUSES[person.key], person)


def _student(person: faces.Person) -> Thing:
    about = WORDS("about_student", club=person.club.name, cost=person.cost, talents=_amounts(person.talents))
    return _thing("student", person.key, person.name, [about, *_gives(person)], CLAUSES[person.key], person)


def _item(item: faces.Thing) -> Thing:
    if item.club:
        price = WORDS("about_item", club=item.club.name, price=item.price)
    else:
        price = WORDS("about_item_no_club", price=item.price)
    if item.kind == "votes":
        gives = WORDS("about_votes_bought", count=item.votes_now)
    elif item.kind == "cleanup":
        gives = WORDS("about_cleanup", count=item.votes_cleanup)
    elif item.kind == "talents":
        gives = WORDS("about_talents", amounts=_amounts(item.steps[0]), more=_amounts(item.steps[1]))
    else:
        numbers = [step[0][1] for step in item.steps]
        gives = WORDS("about_production", kind=WORDS(f"sign_{item.kind}"), none=numbers[0], one=numbers[1], two=numbers[2])
    return _thing("item", item.key, item.name, [price, gives], CLAUSES[item.key], item)


def _event(poster: faces.Poster) -> Thing:
    if poster.auction:
        price = WORDS("about_auction", kind=WORDS(f"sign_{poster.auction}"), votes=poster.votes)
    else:
        # SNK-R22: of an orange event nothing can be paid in part.
        price = WORDS(
            "about_event_whole" if poster.deck == "orange" else "about_event",
            amounts=_amounts(poster.requires),
            votes=poster.votes,
        )
    rewards = [WORDS("about_rewards", amounts=_amounts(poster.rewards))] if poster.rewards else []
    return _thing("poster", poster.key, poster.name, [price, *rewards], CLAUSES[poster.key], poster)


def _teacher(teacher: faces.Teacher) -> Thing:
    powers = WORDS("powers_between").join(words for _, words, _ in teacher.powers)
    return _thing("teacher", teacher.key, teacher.name, [WORDS("about_teacher", powers=powers)], CLAUSES[teacher.key], teacher)
