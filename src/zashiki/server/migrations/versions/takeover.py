"""Whether anybody may take over a bot's seat, and who has looked into a hand that moved to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """At tables there are already, bots keep their seats."""
    op.add_column("tables", sa.Column("takeover", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("looked", sa.Text, nullable=False, server_default=""))
