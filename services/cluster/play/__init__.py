"""A person at the table, with bots, in a terminal; on the public API alone."""
