"""A worker process for bots: it reads questions, each with a view and a seat, and answers with a move in notation or advice.

Run as `python -m zashiki.bots.worker`. A question is four bytes of length and a pickled `Question` from the process that
started this one, or a `Plea` of a person who wants advice, or a `Past`, a finished game to look back at; an answer is four bytes
of length and JSON: `{"move": …}`, `{"hints": …}`, `{"moments": …}` or `{"error": …}`. The first, `{"ready": true}`, comes without
a question. The view is all a bot ever gets: the options are computed from a state that `state_from` builds from it. The process
exits when its stdin closes.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import sys
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path
from typing import IO, Any

from zashiki.bots.hints import Plea, advice
from zashiki.bots.prospects import Past, look_back
from zashiki.bots.registry import find_bot
from zashiki.core.chance import seeded
from zashiki.core.rooms import Seat
from zashiki.core.turning import turned

LENGTH = 4  # bytes
LONGEST_ERROR = 500  # characters
BEHIND = 10  # how much a thinking bot stands back for the house, whose people wait for an answer


@dataclass(frozen=True)
class Question:
    """What a bot is asked: its view, its seat, which bot it is, and the seconds it may take."""

    game: str
    view: Any
    seat: Seat
    bot: str
    seed: int
    seconds: float
    dials: Mapping[str, int] = field(default_factory=dict)  # house rules


def answer(question: Question) -> str:
    """The bot's move in notation."""
    from zashiki.games import find_game  # only now: `main` decides first what may be said about games that cannot be loaded

    game, rng = turned(find_game(question.game), question.dials), seeded(question.seed)
    s = game.eyes.state_from(question.view, rng)
    options = game.legal_actions(s, question.seat)
    action = find_bot(question.bot).choose(game, question.view, question.seat, options, rng, question.seconds)
    return game.actions.write(action)


Asked = Question | Plea | Past


def reply_to(asked: Asked) -> Mapping[str, object]:
    """What there is to say to a question, a plea or a look back."""
    if isinstance(asked, Plea):
        return {"hints": [asdict(hint) for hint in advice(asked)]}
    if isinstance(asked, Past):
        return {"moments": [astuple(moment) for moment in look_back(asked)]}
    return {"move": answer(asked)}


def pack(data: bytes) -> bytes:
    """The data, prefixed with its length."""
    return len(data).to_bytes(LENGTH, "big") + data


def read_packed(source: IO[bytes]) -> bytes | None:
    """The next packed message; None at the end."""
    length = source.read(LENGTH)
    return source.read(int.from_bytes(length, "big")) if len(length) == LENGTH else None


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer questions until there are no more."""
    import zashiki.games  # noqa: F401  # loading them is no part of the time for the first question

    send(sink, {"ready": True})
    while (asked := read_packed(source)) is not None:
        try:
            reply = reply_to(pickle.loads(asked))
        except Exception as error:
            # Whatever goes wrong in a bot, the table must hear of it and carry on.
            reply = {"error": f"{type(error).__name__}: {error}"[:LONGEST_ERROR]}
        send(sink, reply)


def send(sink: IO[bytes], reply: Mapping[str, object]) -> None:
    """Write one answer."""
    sink.write(pack(json.dumps(reply).encode()))
    sink.flush()


def give_way(megabytes: int) -> None:
    """Leave processor and memory to the process that serves people: run after it, with limited memory (0: no limit), and be the
    one that the system ends when memory is short."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(BEHIND)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    if megabytes:
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))


def main() -> None:
    """Serve over stdin and stdout; whatever a bot prints goes to stderr. The argument is the memory in MB."""
    give_way(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    logging.getLogger("zashiki").setLevel(logging.ERROR)  # the process that started this one has given the warnings already
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, sink)
    except BrokenPipeError:
        os._exit(1)  # the process that asked has died; there is nobody to tell


if __name__ == "__main__":
    main()
