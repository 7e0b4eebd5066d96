"""The scoring service: results of hands, books of a match, standings."""
