"""Which policy plays which game."""

from collections.abc import Mapping
from typing import Final

from services.bot import card, okey
from services.bot.decision import Policy

POLICIES: Final[Mapping[str, Policy]] = {"okey": okey, "card": card}
