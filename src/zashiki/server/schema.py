"""The tables of the database. `lines` is authoritative; what `tables` says about the game is derived from the lines.

`rows.py` has a dataclass for each row that the server works with.
"""

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
    Column("dials", Text, nullable=False, server_default=""),  # the same for numbers that are not as printed
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("takeover", Boolean, nullable=False, server_default=sa.false()),  # anybody may ask for a bot's seat during the game
    Column("talk", Boolean, nullable=False, server_default=sa.true()),  # people may use words of their own
    Column("hints", Boolean, nullable=False, server_default=sa.false()),  # anybody may ask the house for advice
    Column("looked", Text, nullable=False, server_default=""),  # visitors whose seat has moved to another device
    Column("turned_away", Text, nullable=False, server_default=""),  # visitors who asked for a bot's seat and were refused
    Column("maker", String(32), nullable=False, server_default=""),  # a keyed hash of the address the table was made from
    Column("host", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # goes up by one with every change
    Column("logged", Integer, nullable=False),  # how many rows `lines` has
    Column("events", Integer, nullable=False),  # events that everybody may count, without what was taken back
    Column("to_act", String(32), nullable=False),  # "0 2"
    Column("bot_due", Boolean, nullable=False),  # whether a bot has to move
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("changed", Float, nullable=False, server_default="0"),  # the last change of any kind, private steps included
    Column("rematch", String(32), nullable=False),
    Column("scores", Text, nullable=False),  # "12 9 7" once the game is over
    Column("winners", Text, nullable=False),
    Index("tables_listed", "public", "status", "touched"),
    Index("tables_bot_due", "bot_due", "touched"),
    Index("tables_host", "host", "touched"),
    Index("tables_changed", "status", "changed"),
    Index("tables_maker", "maker", "created"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("owner", String(64), nullable=False),  # the visitor who owns the seat, even while a bot minds it
    Column("nonce", String(32), nullable=False),  # replaced whenever older tokens must stop working
    Column("notes", Text, nullable=False, server_default=""),  # "key=value key=value", only for the owner to read
    Column("asking", Text, nullable=False, server_default=""),  # who asks for a bot's seat, as `rows.Asking` has it, in JSON
    Column("taken_over", Integer, nullable=False, server_default="-1"),  # the event after which a person took it from a bot
    Index("seats_owner", "owner"),
)

LINES = Table(
    "lines",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("version", Integer, nullable=False),  # the version of the table this line made
    Column("text", Text, nullable=False),  # "0: play r7", "*: deal 0 …", "undo: 0", "note: 0" or "word: 0: …"
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("table_id", String(32), primary_key=True),  # stays when the table goes: an offer makes one table at most
    Column("secret", String(64), nullable=False),  # empty once the table is deleted
    Column("renewal", String(64), nullable=False, server_default=""),  # the house's word that must come before more chance
)

RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("text", Text, nullable=False),  # what the key was used for
    Column("version", Integer, nullable=False),  # the version that came of it
)

SAID = Table(
    "said",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1; the oldest go
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # as `model.Said` has it
    Column("words", Text, nullable=False),
    Column("at", Float, nullable=False),
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("visitor", String(64), primary_key=True),
    Column("mark", String(32), primary_key=True),  # a hash of the address
    Column("kind", String(8), nullable=False),  # "push" or "webhook"
    Column("address", Text, nullable=False),
    Column("keys", Text, nullable=False),  # what a push is encrypted with: the browser's public key and its secret
    Column("language", String(8), nullable=False),
    Column("link", Text, nullable=False),  # where this visitor finds the house
    Column("since", Float, nullable=False),
)

BLOCKED = Table(
    "blocked",
    METADATA,
    Column("visitor", String(64), primary_key=True),
    Column("since", Float, nullable=False),
)

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
