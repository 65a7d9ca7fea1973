"""What alembic runs to migrate: it is handed an open connection, and leaves the transaction to its owner."""

from alembic import context

from fives.server.schema import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta, transactional_ddl=True)
context.run_migrations()
