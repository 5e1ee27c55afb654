"""Alembic's steps from one form of the database to the next; `store.migrate` runs them at every start."""
