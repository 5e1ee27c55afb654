"""Who asks for a bot's seat during a game, who was refused, when a seat was taken over, and who made a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody is asking yet, no seat is known to have been taken over, and nobody is known to have made the tables there are."""
    op.add_column("tables", sa.Column("turned_away", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("maker", sa.String(32), nullable=False, server_default=""))
    op.create_index("tables_maker", "tables", ["maker", "created"])
    op.add_column("seats", sa.Column("asking", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("taken_over", sa.Integer, nullable=False, server_default="-1"))
