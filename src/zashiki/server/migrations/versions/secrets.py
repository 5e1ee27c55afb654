"""What the chance of each table is drawn from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Tables there are already were promised nothing; their chance stays unforeseeable, but cannot be checked."""
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("renewal", sa.String(64), nullable=False, server_default=""),
    )
