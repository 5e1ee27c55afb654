"""When anything last changed at a table, for retention, and visitors who are no longer let in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Tables there are already count from the last change that everybody could notice."""
    op.add_column("tables", sa.Column("changed", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET changed = touched")
    op.create_index("tables_changed", "tables", ["status", "changed"])
    op.create_table(
        "blocked",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
