"""The history of the schema, told by alembic; see `fives.server.migrate`."""
