"""Alembic's steps from one schema to the next; `store.migrate` runs those that are missing at every start."""
