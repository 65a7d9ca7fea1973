"""The server: a table without sockets or clock, the store behind it, and one file with the web around it."""
