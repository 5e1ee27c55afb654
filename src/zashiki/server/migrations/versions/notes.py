"""Private notes kept with a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Seats there are already have no notes."""
    op.add_column("seats", sa.Column("notes", sa.Text, nullable=False, server_default=""))
