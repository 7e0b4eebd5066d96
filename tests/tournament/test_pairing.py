"""Deals that are played again with the seats rotated."""

import pytest

from tests.tournament.pairing import Pairing, play_deal
from tests.tournament.playing import Table, play
from tests.tournament.programme import CARD, OKEY, programme


@pytest.mark.parametrize("table", [OKEY[0], CARD[0]], ids=["four seats", "three seats"])
def test_every_seat_is_taken_once(table):
    assert [(seat,) for seat in range(table.seats)] == list(Pairing(table, "high", "low").seatings())


def test_teams_are_seated_both_ways():
    teams = Table("okey", "table", 4, (("teams", True),))

    assert [(0, 2), (1, 3)] == list(Pairing(teams, "high", "low").seatings())


@pytest.mark.parametrize("table", [OKEY[0], OKEY[2], CARD[0]], ids=["alone", "in teams", "card"])
def test_a_player_is_no_better_than_itself_on_a_deal_played_by_rule(table):
    _, _, better = play_deal(Pairing(table, "greedy", "greedy"), 3)

    assert pytest.approx(0) == better


def test_the_same_deal_is_the_same_hand():
    names = ["low", "random", "greedy", "random"]

    assert play(OKEY[0], names, 5, 1) == play(OKEY[0], names, 5, 1)


def test_every_pairing_has_a_title_of_its_own():
    titles = [pairing.title for pairing in programme()]

    assert len(set(titles)) == len(titles)
