"""Keeps tables: the only service with memory. It stores positions that it cannot read."""
