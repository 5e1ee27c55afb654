"""`zashiki house …`: administration of a house through its database, while it is open or closed."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.cells import cell_len

from zashiki.cli.common import harmless
from zashiki.cli.help import SentenceCommand, SentenceGroup
from zashiki.cli.house import Database, database_of, require_server
from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption
from zashiki.core.words import listed

if TYPE_CHECKING:
    from zashiki.server.rows import Loaded
    from zashiki.server.store import Store

T = TypeVar("T")
Table = Annotated[str, typer.Argument(metavar="TABLE", help="table")]
Visitor = Annotated[str, typer.Argument(metavar="VISITOR", help="visitor")]
Json = Annotated[bool, typer.Option("--json", help="as_json")]
Yes = Annotated[bool, typer.Option("--yes", help="yes")]
Days = Annotated[int | None, typer.Option(min=0, metavar="DAYS", help="days")]

app = typer.Typer(
    help="do_house",
    cls=SentenceGroup,
    no_args_is_help=True,
)


@app.command("list", help="do_house_list", cls=SentenceCommand)
def list_tables(
    status: Annotated[str | None, typer.Option(help="house_list_status")] = None,
    game: Annotated[str | None, typer.Option(help="house_list_game")] = None,
    limit: Annotated[int, typer.Option(min=1, help="house_list_limit")] = 50,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List tables, the one touched last first."""
    from zashiki.server import admin

    found = _with_store(database, lambda store: admin.tables(store, status, game, limit))
    if as_json:
        _print_json([admin.table_json(loaded) for loaded in found])
        return
    for loaded in found:
        header, names = loaded.header, listed(row.name or WORDS("kind_open") for row in loaded.seats)
        status = _wide(WORDS(f"status_{header.status}"), 9)
        typer.echo(harmless(f"{header.id}  {_day(header.touched)}  {status}  {header.game}  {names}"))


@app.command(help="do_house_show", cls=SentenceCommand)
def show(table: Table, database: Database = None, as_json: Json = False) -> None:
    """Show one table: who set it up, who sits where, how far it is."""
    from zashiki.server import admin

    loaded = _with_store(database, lambda store: admin.find(store, table))
    if as_json:
        _print_json(admin.table_json(loaded))
        return
    header = loaded.header
    facts = {
        "table": header.id,
        "game": WORDS("with_rules", game=header.game, rules=header.rules),
        "status": WORDS(f"status_{header.status}"),
        "set_up": WORDS("set_up_by" if header.host else "set_up_by_nobody", day=_day(header.created), host=header.host),
        "touched": _day(header.touched),
        "lines": header.logged,
        "scores": " ".join(map(str, header.scores)) or WORDS("no_scores"),
    }
    for name, value in facts.items():
        typer.echo(f"{_wide(WORDS(f'row_{name}'), 8)} {value}")
    for row in loaded.seats:
        who = WORDS("kind_bot", bot=row.bot) if row.bot else WORDS(f"kind_{row.kind}")
        typer.echo(harmless(f"{_wide(row.name or WORDS('kind_open'), 24)} {_wide(who, 12)} {row.owner}".rstrip()))


@app.command(help="do_house_end", cls=SentenceCommand)
def end(table: Table, database: Database = None, yes: Yes = False) -> None:
    """End a table without a result; those who watch it see that it was abandoned."""
    from zashiki.server import admin

    loaded = _with_store(database, lambda store: admin.find(store, table))
    _ask(_about("ask_end", loaded), yes)
    _with_store(database, lambda store: admin.end(store, loaded.header.id))
    typer.echo(WORDS("ended"))


@app.command(help="do_house_delete", cls=SentenceCommand)
def delete(table: Table, database: Database = None, yes: Yes = False) -> None:
    """Delete a table and everything that belongs to it; those who watch it are told."""
    from zashiki.server import admin

    loaded = _with_store(database, lambda store: admin.find(store, table))
    _ask(_about("ask_delete", loaded), yes)
    _with_store(database, lambda store: admin.delete(store, loaded.header.id))
    typer.echo(WORDS("deleted"))


@app.command(help="do_house_block", cls=SentenceCommand)
def block(visitor: Visitor, database: Database = None) -> None:
    """No longer let a visitor in. This stops a browser, not a person: somebody without its cookie is a new visitor."""
    from zashiki.server import admin

    done = _with_store(database, lambda store: admin.block(store, visitor))
    typer.echo(WORDS("blocked" if done else "blocked_already"))


@app.command(help="do_house_unblock", cls=SentenceCommand)
def unblock(visitor: Visitor, database: Database = None) -> None:
    """Let a visitor in again."""
    from zashiki.server import admin

    done = _with_store(database, lambda store: admin.unblock(store, visitor))
    typer.echo(WORDS("unblocked" if done else "not_blocked"))


@app.command(help="do_house_blocked", cls=SentenceCommand)
def blocked(database: Database = None, as_json: Json = False) -> None:
    """List the visitors who are not let in."""
    found = sorted(_with_store(database, lambda store: store.blocked()))
    if as_json:
        _print_json(found)
    else:
        for visitor in found:
            typer.echo(harmless(visitor))


@app.command(help="do_house_usage", cls=SentenceCommand)
def usage(database: Database = None, as_json: Json = False) -> None:
    """Count tables, people and moves, and the size of the database."""
    from zashiki.server import admin

    found = _with_store(database, admin.usage)
    if as_json:
        _print_json(asdict(found))
        return
    for game, by_status in found.tables.items():
        counts = (
            WORDS("so_many_tables", count=count, status=WORDS(f"status_{status}")) for status, count in sorted(by_status.items())
        )
        _row(game, listed(counts))
    people = WORDS("so_many_people", count=found.people, lately=found.people_lately, days=admin.DAYS_COUNTED)
    _row(WORDS("row_people"), people)
    _row(WORDS("row_blocked"), WORDS("so_many_blocked", count=found.blocked))
    for day, count in found.moves.items():
        _row(WORDS("row_moves", day=day), WORDS("so_many_moves", count=count))
    _row(WORDS("row_database"), f"{found.bytes / 1e6:.1f} MB")


@app.command(help="do_house_forget", cls=SentenceCommand)
def forget(
    name: Annotated[str | None, typer.Option(help="house_forget_name")] = None,
    visitor: Annotated[str | None, typer.Option(help="visitor")] = None,
    link: Annotated[str | None, typer.Option(help="house_forget_link")] = None,
    database: Database = None,
    yes: Yes = False,
) -> None:
    """Remove a person's names and private notes from all tables and records; the games stay. Backups keep what they have."""
    from zashiki.server import admin
    from zashiki.server.settings import from_environment

    if [name, visitor, link].count(None) != 2:
        raise BadOption(WORDS("whom_to_forget"))

    async def work(store: Store) -> int:
        if name is not None:
            return await admin.forget_name(store, name)
        if visitor is not None:
            return await admin.forget_visitor(store, visitor)
        return await admin.forget_link(store, link or "", from_environment().secret)

    _ask(WORDS("ask_forget"), yes)
    count = _with_store(database, work)
    typer.echo(WORDS("forgotten", count=count))


@app.command(help="do_house_prune", cls=SentenceCommand)
def prune(
    finished: Days = None,
    running: Days = None,
    abandoned: Days = None,
    waiting: Days = None,
    bots: Days = None,
    study: Days = None,
    receipts: Days = None,
    notes: Days = None,
    said: Days = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="house_prune_dry_run")] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Remove what has not changed for so many days; an open house does this by itself once a day."""
    require_server()
    from zashiki.server import retention
    from zashiki.server.settings import from_environment

    given = {
        "finished": finished, "running": running, "abandoned": abandoned, "waiting": waiting,
        "bots": bots, "study": study, "receipts": receipts, "notes": notes, "said": said,
    }  # fmt: skip
    ages = retention.ages_of(from_environment(), **given)
    gone = _with_store(database, lambda store: retention.prune(store, ages, dry_run=dry_run))
    if as_json:
        _print_json({kind: {"days": ages[kind], "tables": gone[kind]} for kind in retention.KINDS})
        return
    for kind in retention.KINDS:
        age = WORDS("after_days", count=ages[kind]) if ages[kind] else WORDS("kept")
        _row(WORDS(f"prune_{kind}"), _wide(age, 16), WORDS("would_go" if dry_run else "gone", count=gone[kind]))


def _with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the database, do the work, close it."""
    require_server()
    from zashiki.server.backup import check_holds_a_house
    from zashiki.server.settings import database_url
    from zashiki.server.store import Store

    url = database_url(database_of(database))
    check_holds_a_house(url)

    async def run() -> T:
        store = Store(url)
        try:
            await store.open()
            return await work(store)
        finally:
            await store.close()

    import asyncio  # takes a while, and few commands need it

    return asyncio.run(run())


def _about(question: str, loaded: Loaded) -> str:
    """A question about a table."""
    header, names = loaded.header, listed(row.name for row in loaded.seats if row.name) or WORDS("with_nobody")
    status = WORDS(f"status_{header.status}")
    return harmless(WORDS(question, status=status, table=header.id, game=header.game, names=names))


def _ask(question: str, yes: bool) -> None:
    """Go on only after a yes; no is what Enter alone means."""
    while not yes:
        answer = typer.prompt(f"{question} [y/N]", default="", show_default=False).strip().lower()
        if answer in ("", "n", "no"):
            raise typer.Exit(1)
        yes = answer in ("y", "yes")
        if not yes:
            typer.echo(WORDS("yes_or_no"))


def _row(name: str, *cells: str) -> None:
    typer.echo(" ".join((_wide(name, 20), *cells)))


def _wide(text: str, width: int) -> str:
    """The text, filled up with spaces; a Japanese letter takes two places of a terminal."""
    return text + " " * (width - cell_len(text))


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment))


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
