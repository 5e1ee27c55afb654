"""The tables of the database. `lines` is the truth; what `tables` says beside the header is read off the lines."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # "key=value key=value", as in a record
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("takeover", Boolean, nullable=False, server_default=sa.false()),  # anybody may take over a bot's seat in the game
    Column("looked", Text, nullable=False, server_default=""),  # visitors whose seat has moved to another device
    Column("host", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # one more at every change
    Column("logged", Integer, nullable=False),  # rows in `lines`
    Column("events", Integer, nullable=False),  # events of the game as it stands, without what was taken back
    Column("to_act", String(32), nullable=False),  # "0 2"
    Column("bot_due", Boolean, nullable=False),  # whether a bot has to move
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("rematch", String(32), nullable=False),
    Column("scores", Text, nullable=False),  # "12 9 7" once the game is over
    Column("winners", Text, nullable=False),
    Index("tables_listed", "public", "status", "touched"),
    Index("tables_bot_due", "bot_due", "touched"),
    Index("tables_host", "host", "touched"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("owner", String(64), nullable=False),  # the visitor whose seat it is, also while a bot minds it
    Column("nonce", String(32), nullable=False),  # changes whenever old tokens must open nothing any more
    Column("notes", Text, nullable=False, server_default=""),  # "key=value key=value", for the eyes of the owner alone
    Index("seats_owner", "owner"),
)

LINES = Table(
    "lines",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("version", Integer, nullable=False),  # the version of the table this line made
    Column("text", Text, nullable=False),  # "0: play r7", "*: deal 0 …", "undo: 0" or "note: 0"
)

RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("text", Text, nullable=False),  # what was asked under this key
    Column("version", Integer, nullable=False),  # what came of it
)

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
