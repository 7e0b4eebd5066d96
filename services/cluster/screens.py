"""The screens of each game: the one place of the cluster command that names them."""

from collections.abc import Mapping
from typing import Final

from services.cluster import card_screen, okey_screen
from services.cluster.play import card_hand, okey_hand
from services.cluster.play.hand import Hand
from services.cluster.screen import Screen

SCREENS: Final[Mapping[str, Screen]] = {"okey": okey_screen, "card": card_screen}
"""By the name that an option gives; the first is the one played unless told otherwise."""

HANDS: Final[Mapping[str, Hand]] = {"okey": okey_hand, "card": card_hand}
"""What a person needs to play each game."""
