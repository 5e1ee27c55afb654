"""The dials of a table that are not at their printed numbers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Tables there are already are played with the printed numbers."""
    op.add_column("tables", sa.Column("dials", sa.Text, nullable=False, server_default=""))
