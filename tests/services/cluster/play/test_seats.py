"""The lines of the seats on a player's screen."""

import pytest
from game101.v1.card_pb2 import CardView
from game101.v1.game_pb2 import GameView
from game101.v1.okey_pb2 import OkeySeatView, OkeyView

from services.cluster.play import card_hand, okey_hand
from services.cluster.screen import NAMES

SHOWN = {
    okey_hand: GameView(okey=OkeyView(seats=[OkeySeatView(hand_size=21)] * 4, okey_face=13, indicator=23)),
    card_hand: GameView(card=CardView(hand_sizes=[21] * 6)),
}


@pytest.mark.parametrize("hand", SHOWN, ids=lambda hand: hand.__name__.rpartition(".")[2])
def test_a_name_stands_apart_from_what_follows_it(hand):
    heads = [line.plain[2:].split()[0] for line in hand.table(SHOWN[hand], 80) if line.plain[2:].strip()]
    seats = len(SHOWN[hand].okey.seats) or len(SHOWN[hand].card.hand_sizes)

    assert list(NAMES[:seats]) == heads[:seats]
