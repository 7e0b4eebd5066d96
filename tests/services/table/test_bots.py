from services.table import bots
from tests.services.table import samples


def test_the_same_place_in_a_match_gives_the_same_chance_and_another_place_another():
    table = samples.playing()
    later = samples.playing()
    later.hand.header.ply = 1
    next_hand = samples.playing()
    next_hand.hand.number = 2
    other_seed = samples.playing()
    other_seed.bot_seed += 1
    seeds = [bots.decision_seed(each) for each in (table, later, next_hand, other_seed)]

    assert bots.decision_seed(samples.playing()) == seeds[0]
    assert 4 == len(set(seeds))
