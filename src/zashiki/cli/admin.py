"""`zashiki house …`: administration of a house through its database, while it is open or closed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from zashiki.cli.common import harmless
from zashiki.cli.help import SentenceCommand, SentenceGroup
from zashiki.cli.house import Database, database_of, require_server
from zashiki.core.errors import BadOption

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
        header, names = loaded.header, ", ".join(row.name or "open" for row in loaded.seats)
        typer.echo(harmless(f"{header.id}  {_day(header.touched)}  {header.status:<9}  {header.game}  {names}"))


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
        "game": f"{header.game}, rules {header.rules}",
        "status": header.status,
        "set up": f"{_day(header.created)} by {header.host or 'nobody'}",
        "touched": _day(header.touched),
        "lines": header.logged,
        "scores": " ".join(map(str, header.scores)) or "none yet",
    }
    for name, value in facts.items():
        typer.echo(f"{name:<8} {value}")
    for row in loaded.seats:
        who = f"bot {row.bot}" if row.bot else row.kind
        typer.echo(harmless(f"{row.name or 'open':<24} {who:<12} {row.owner}".rstrip()))


@app.command(help="do_house_end", cls=SentenceCommand)
def end(table: Table, database: Database = None, yes: Yes = False) -> None:
    """End a table without a result; those who watch it see that it was abandoned."""
    from zashiki.server import admin

    loaded = _with_store(database, lambda store: admin.find(store, table))
    _ask(f"End {_described(loaded)}?", yes)
    _with_store(database, lambda store: admin.end(store, loaded.header.id))
    typer.echo("Ended.")


@app.command(help="do_house_delete", cls=SentenceCommand)
def delete(table: Table, database: Database = None, yes: Yes = False) -> None:
    """Delete a table and everything that belongs to it; those who watch it are told."""
    from zashiki.server import admin

    loaded = _with_store(database, lambda store: admin.find(store, table))
    _ask(f"Delete {_described(loaded)} for good?", yes)
    _with_store(database, lambda store: admin.delete(store, loaded.header.id))
    typer.echo("Deleted.")


@app.command(help="do_house_block", cls=SentenceCommand)
def block(visitor: Visitor, database: Database = None) -> None:
    """No longer let a visitor in. This stops a browser, not a person: somebody without its cookie is a new visitor."""
    from zashiki.server import admin

    done = _with_store(database, lambda store: admin.block(store, visitor))
    typer.echo("Blocked." if done else "This visitor was blocked already.")


@app.command(help="do_house_unblock", cls=SentenceCommand)
def unblock(visitor: Visitor, database: Database = None) -> None:
    """Let a visitor in again."""
    from zashiki.server import admin

    done = _with_store(database, lambda store: admin.unblock(store, visitor))
    typer.echo("Let in again." if done else "Nobody of that id was blocked.")


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
        typer.echo(f"{game:<20} " + ", ".join(f"{count} {status}" for status, count in sorted(by_status.items())))
    typer.echo(f"{'people':<20} {found.people}, {found.people_lately} of them in the last {admin.DAYS_COUNTED} days")
    typer.echo(f"{'blocked':<20} {found.blocked}")
    for day, count in found.moves.items():
        typer.echo(f"{'moves ' + day:<20} {count} (at tables set up on that day)")
    typer.echo(f"{'database':<20} {found.bytes / 1e6:.1f} MB")


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
        raise BadOption("Say who is to be forgotten: --name, --visitor or --link, one of them.")

    async def work(store: Store) -> int:
        if name is not None:
            return await admin.forget_name(store, name)
        if visitor is not None:
            return await admin.forget_visitor(store, visitor)
        return await admin.forget_link(store, link or "", from_environment().secret)

    _ask("Remove the name and the notes everywhere, for good?", yes)
    count = _with_store(database, work)
    typer.echo("Forgotten at 1 seat." if count == 1 else f"Forgotten at {count} seats.")


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
        age = f"after {ages[kind]} days" if ages[kind] else "kept"
        what = f"{kind} of tables" if kind in retention.PART else f"{kind} tables"
        typer.echo(f"{what:<20} {age:<16} {gone[kind]} {'would go' if dry_run else 'gone'}")


def _with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the database, do the work, close it."""
    require_server()
    from zashiki.server.settings import database_url
    from zashiki.server.store import Store

    async def run() -> T:
        store = Store(database_url(database_of(database)))
        try:
            await store.open()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def _described(loaded: Loaded) -> str:
    names = ", ".join(row.name for row in loaded.seats if row.name) or "nobody"
    return harmless(f"the {loaded.header.status} table {loaded.header.id} of {loaded.header.game} with {names}")


def _ask(question: str, yes: bool) -> None:
    if not yes and not typer.confirm(question):
        raise typer.Exit(1)


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment))


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
