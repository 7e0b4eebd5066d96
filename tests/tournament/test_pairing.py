"""Deals that are played again with the seats rotated."""

import pytest

from tests.tournament import pairing
from tests.tournament.pairing import Pairing, play_deal
from tests.tournament.playing import Played, Table, play
from tests.tournament.programme import CARD, OKEY, programme


@pytest.mark.parametrize("table", [OKEY[0], CARD[0]], ids=["four seats", "three seats"])
def test_every_seat_is_taken_once(table):
    assert [(seat,) for seat in range(table.seats)] == list(Pairing(table, "high", "low").seatings())


def test_teams_are_seated_both_ways():
    teams = Table("okey", "table", 4, (("teams", True),))

    assert [(0, 2), (1, 3)] == list(Pairing(teams, "high", "low").seatings())


@pytest.mark.parametrize("table", [OKEY[0], OKEY[2], CARD[0]], ids=["alone", "in teams", "card"])
def test_a_player_is_no_better_than_itself_on_a_deal_played_by_rule(table):
    deal = play_deal(Pairing(table, "greedy", "greedy"), 3)

    assert pytest.approx(0) == deal.better
    assert deal.one == deal.other


def test_a_deal_whose_hands_are_all_void_says_nothing(monkeypatch):
    void = Played((), None, (True,) * 4, (0,) * 4)
    monkeypatch.setattr(pairing, "play", lambda *_: void)

    assert [] == pairing.play_deals(Pairing(OKEY[0], "high", "low"), range(3))


def test_a_match_is_won_by_whoever_has_the_fewest_points():
    deals = [play_deal(Pairing(OKEY[0], "greedy", "random", matches=True), number) for number in range(3)]

    assert [1.0] * 3 == [deal.better for deal in deals]
    assert all(deal.one.total < deal.other.total for deal in deals)


def test_the_same_deal_is_the_same_hand():
    names = ["low", "random", "greedy", "random"]

    assert play(OKEY[0], names, 5, 1) == play(OKEY[0], names, 5, 1)


def test_every_pairing_has_a_title_of_its_own():
    titles = [pairing.title for pairing in programme()]

    assert len(set(titles)) == len(titles)
