"""Writes every golden game anew: ``python -m tests.golden``. Read the diff afterwards."""

from tests.golden import card_games, okey_games

card_games.main()
okey_games.main()
