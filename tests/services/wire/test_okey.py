import pytest
from game101.v1 import okey_pb2 as pb
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.okey import PRESETS, apply, configure, dealt, events, read_move, read_position, view
from engine.okey.melds import Placed
from engine.okey.moves import LaySeries
from engine.okey.notation import write_move
from engine.okey.state import SEATS
from engine.okey.tiles import Face, Tile, tiles_of
from engine.refusal import BadPosition
from services.wire import okey
from services.wire.status import Malformed
from tests.engine.okey.player import deal
from tests.engine.okey.random_play import RULES, play

MOVES = (
    "draw",
    "take",
    "put-back",
    "open R11 R12 Y4(R13) / R9 Y9 Y4'(9)",
    "open",
    "open-pairs R3 R3' / Y4 Y4'",
    "lay R1 R2 R3",
    "pair R5 R5'",
    "lay-off R8 on 2",
    "lay-off Y4(R8) on 106",
    "claim F' on 1",
    "discard R1",
    "discard K13' onto indicator",
)
TEXT = (
    "okey | rules: classic penalties=on | ind: Y3 | turn: A play 8 | A: R13 B2 ... | taken: R13 | layoffs: 1"
    " | table: A: R5 Y4(R6) R7 / B: K7 K8 K9 / C: B5 B5' | discards: D: K1 | penalties: C: 101 | stock: ...9"
)
LARGEST_STATE = 1024


def sent(message):
    """Returns a message as it arrives at the other side."""
    return type(message).FromString(message.SerializeToString())


def refused_field(decode, message):
    with pytest.raises(Malformed) as refused:
        decode(message, "it")
    return refused.value.field


def move_with(**parts):
    return pb.OkeyMove(**parts)


@pytest.mark.parametrize("text", MOVES)
def test_a_move_arrives_as_it_was_sent(text):
    assert text == write_move(okey.move_from_pb(sent(okey.move_to_pb(read_move(text))), "move"))


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10_000))
def test_positions_moves_and_views_of_a_hand_arrive_as_they_were_sent(seed):
    for state, move in list(play(seed))[seed % 5 :: 5]:
        message = okey.position_to_pb(state)

        assert state == okey.position_from_pb(sent(message), "position")
        assert message.ByteSize() <= LARGEST_STATE
        assert move is None or move == okey.move_from_pb(sent(okey.move_to_pb(move)), "move")
        for seat in (*range(SEATS), None):
            seen = view(state, seat)
            assert seen == okey.view_from_pb(sent(okey.view_to_pb(seen)), "view")


@pytest.mark.parametrize("rules", RULES)
def test_a_rule_set_arrives_switch_by_switch(rules):
    spelled_out = okey.ruleset_to_pb(rules)

    assert rules == okey.ruleset_from_pb(sent(spelled_out), "rules")


def test_a_preset_needs_no_overrides_and_none_is_the_default():
    assert PRESETS["classic"] == okey.rules_from_pb(pb.OkeyRules(preset="classic"), "rules")
    assert PRESETS["table"] == okey.rules_from_pb(pb.OkeyRules(), "rules")


def test_an_override_is_a_field_that_is_set_whatever_its_value():
    overrides = pb.OkeyRuleOverrides(
        penalties=False,
        layoff_cap_pairs=pb.LayoffCap(none=True),
        finisher_score=0,
        group_okey_binding=pb.GROUP_OKEY_BINDING_LAZY,
    )
    expected = configure(
        "table",
        {"penalties": False, "layoff_cap_pairs": None, "finisher_score": 0, "group_okey_binding": "lazy"},
    )

    assert expected == okey.rules_from_pb(sent(pb.OkeyRules(overrides=overrides)), "rules")


def test_a_cap_of_nothing_is_no_missing_cap():
    overrides = pb.OkeyRuleOverrides(layoff_cap_pairs=pb.LayoffCap(tiles=0))

    assert 0 == okey.rules_from_pb(sent(pb.OkeyRules(overrides=overrides)), "rules").layoff_cap_pairs


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (pb.OkeyRules(preset="club"), "it.preset"),
        (pb.OkeyRules(overrides=pb.OkeyRuleOverrides(open_min_series=0)), "it.overrides.open_min_series"),
        (pb.OkeyRules(overrides=pb.OkeyRuleOverrides(katlamali_scope=0)), "it.overrides.katlamali_scope"),
        (pb.OkeyRules(overrides=pb.OkeyRuleOverrides(held_okey_mode=7)), "it.overrides.held_okey_mode"),
        (pb.OkeyRules(overrides=pb.OkeyRuleOverrides(katlamali_scope=2)), "it.overrides.katlamali_scope"),
        (pb.OkeyRules(overrides=pb.OkeyRuleOverrides(finisher_score=101)), "it.overrides.finisher_score"),
        (
            pb.OkeyRules(overrides=pb.OkeyRuleOverrides(layoff_cap_pairs=pb.LayoffCap())),
            "it.overrides.layoff_cap_pairs",
        ),
        (
            pb.OkeyRules(overrides=pb.OkeyRuleOverrides(layoff_cap_pairs=pb.LayoffCap(none=False))),
            "it.overrides.layoff_cap_pairs",
        ),
        (
            pb.OkeyRules(overrides=pb.OkeyRuleOverrides(layoff_cap_pairs=pb.LayoffCap(tiles=21))),
            "it.overrides.layoff_cap_pairs",
        ),
    ],
)
def test_rules_that_cannot_be_are_refused_by_the_switch(rules, field):
    assert field == refused_field(okey.rules_from_pb, rules)


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (move_with(), "it.kind"),
        (move_with(discard=pb.Discard()), "it.discard.tile"),
        (move_with(discard=pb.Discard(tile=107)), "it.discard.tile"),
        (move_with(claim_okey=pb.ClaimOkey(tile=1)), "it.claim_okey.meld"),
        (move_with(claim_okey=pb.ClaimOkey(meld=1)), "it.claim_okey.tile"),
        (move_with(lay_off=pb.LayOff(meld=107, tile=1)), "it.lay_off.meld"),
        (move_with(lay_off=pb.LayOff(meld=1)), "it.lay_off.tile"),
        (move_with(lay_off=pb.LayOff(meld=1, tile=1, face=66)), "it.lay_off.face"),
        (move_with(lay_series=pb.LaySeries(meld=pb.OkeyLayout(tiles=[1, 0]))), "it.lay_series.meld.tiles"),
        (move_with(lay_pair=pb.LayPair(pair=pb.OkeyLayout(tiles=[1] * 107))), "it.lay_pair.pair.tiles"),
        (move_with(open_series=pb.OpenSeries(melds=[pb.OkeyLayout()] * 36)), "it.open_series.melds"),
        (
            move_with(open_pairs=pb.OpenPairs(pairs=[pb.OkeyLayout(tiles=[1]), pb.OkeyLayout(tiles=[107])])),
            "it.open_pairs.pairs[1].tiles",
        ),
    ],
)
def test_a_move_with_a_field_unset_or_out_of_range_is_refused_by_the_field(move, field):
    assert field == refused_field(okey.move_from_pb, move)


@pytest.mark.parametrize(
    ("meanings", "field"),
    [
        ([pb.OkeyMeaning(tile=2, face=1)], "okeys[0].tile"),
        ([pb.OkeyMeaning(tile=1, face=1), pb.OkeyMeaning(tile=1, face=2)], "okeys[1].tile"),
        ([pb.OkeyMeaning(face=1)], "okeys[0].tile"),
        ([pb.OkeyMeaning(tile=1)], "okeys[0].face"),
        ([pb.OkeyMeaning(tile=1, face=66)], "okeys[0].face"),
    ],
)
def test_a_meaning_belongs_to_one_tile_of_its_layout(meanings, field):
    layout = pb.OkeyLayout(tiles=[1, 3, 5], okeys=meanings)

    assert f"it.lay_series.meld.{field}" == refused_field(
        okey.move_from_pb, move_with(lay_series=pb.LaySeries(meld=layout))
    )


def test_a_tile_named_twice_arrives_for_the_rules_to_refuse():
    move = LaySeries((Placed(Tile(0)), Placed(Tile(0)), Placed(Tile(32), Face(3))))

    assert move == okey.move_from_pb(sent(okey.move_to_pb(move)), "move")


def spoilt(**parts):
    message = okey.position_to_pb(read_position(TEXT))
    for name, value in parts.items():
        message.ClearField(name)
        if isinstance(value, list):
            getattr(message, name).extend(value)
        elif value is not None:
            setattr(message, name, value)
    return message


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"rules": None}, "it.rules.katlamali_scope"),
        ({"order": None}, "it.order"),
        ({"order": bytes(106)}, "it.order"),
        ({"order": bytes([107] * 106)}, "it.order"),
        ({"starter": None}, "it.starter"),
        ({"starter": 5}, "it.starter"),
        ({"hands": [b"\x01"]}, "it.hands"),
        ({"hands": [b"\xff" * 14, b"", b"", b""]}, "it.hands"),
        ({"hands": [bytes(20) + b"\x01", b"", b"", b""]}, "it.hands"),
        ({"discards": [b"\x6b", b"", b"", b""]}, "it.discards"),
        ({"seats": None}, "it.seats"),
        ({"seat": None}, "it.seat"),
        ({"phase": None}, "it.phase"),
        ({"phase": 9}, "it.phase"),
        ({"taken": 107}, "it.taken"),
        ({"finish": 107}, "it.finish"),
        ({"melds": [pb.OkeyMeld(tiles=[1], faces=[1], owner=1)]}, "it.melds[0].shape"),
        ({"melds": [pb.OkeyMeld(shape=1, tiles=[1], faces=[], owner=1)]}, "it.melds[0].faces"),
        ({"melds": [pb.OkeyMeld(shape=1, tiles=[1], faces=[66], owner=1)]}, "it.melds[0].faces"),
        ({"melds": [pb.OkeyMeld(shape=1, tiles=[0], faces=[1], owner=1)]}, "it.melds[0].tiles"),
        ({"melds": [pb.OkeyMeld(shape=1, tiles=[1], faces=[1])]}, "it.melds[0].owner"),
    ],
)
def test_a_position_with_a_field_unset_or_out_of_range_is_refused_by_the_field(parts, field):
    assert field == refused_field(okey.position_from_pb, spoilt(**parts))


def test_a_rule_set_of_a_later_release_is_not_read_in_part():
    message = okey.ruleset_to_pb(PRESETS["table"])
    padded = pb.OkeyRuleSet.FromString(message.SerializeToString() + b"\xfa\x7f\xff\x01" + bytes(255))

    assert "it" == refused_field(okey.ruleset_from_pb, padded)


@pytest.mark.parametrize("parts", [{"stock": None}, {"ply": None}, {"layoffs": 22}, {"melds": None}])
def test_a_position_that_no_play_reaches_does_not_enter(parts):
    with pytest.raises(BadPosition):
        okey.position_from_pb(spoilt(**parts), "it")


def test_an_empty_position_and_an_empty_view_are_refused():
    assert "it.hands" == refused_field(okey.position_from_pb, pb.OkeyPosition())
    assert "it.seats" == refused_field(okey.view_from_pb, pb.OkeyView())


def test_a_view_that_shows_what_cannot_be_is_refused():
    message = okey.view_to_pb(view(read_position(TEXT), 0))
    message.seats[1].hand_size = 30

    with pytest.raises(BadPosition):
        okey.view_from_pb(message, "view")


def test_a_view_travels_with_the_viewers_tiles_and_nobody_elses():
    state = read_position(TEXT)
    message = okey.view_to_pb(view(state, 1))

    assert [tile + 1 for tile in tiles_of(state.hands[1])] == list(message.hand)
    assert [19, 18, 19, 21] == [seat.hand_size for seat in message.seats]
    assert [[25], [], [], []] == [list(seat.known) for seat in message.seats]
    assert (2, 31, 17) == (message.viewer, message.indicator, message.okey_face)


def test_the_deal_shows_each_seat_its_own_tiles():
    state = deal(PRESETS["table"], 7)
    told = dealt(state)

    assert [] == list(okey.event_to_pb(told.public).dealt.hand)
    for seat, event in told.private.items():
        assert [tile + 1 for tile in tiles_of(state.hands[seat])] == list(okey.event_to_pb(event).dealt.hand)


def test_a_draw_shows_its_tile_to_the_seat_that_drew():
    before = read_position("okey | ind: Y3 | turn: B draw | stock: K4 ...")
    told = events(before, 1, read_move("draw"), apply(before, 1, read_move("draw")))

    assert pb.OkeyDrew(seat=2, stock=19) == okey.event_to_pb(told.public).drew
    assert pb.OkeyDrew(seat=2, stock=19, tile=85) == okey.event_to_pb(told.private[1]).drew


OPENER = "table: B: R5 Y4(R6) R7 / A: K1 K2 K3"


@pytest.mark.parametrize(
    ("position", "move", "event"),
    [
        (
            "turn: A draw | discards: D: R13",
            "take",
            pb.OkeyEvent(took=pb.OkeyTook(seat=1, tile=25)),
        ),
        ("A: R13 ... | taken: R13", "put-back", pb.OkeyEvent(returned=pb.OkeyReturned(seat=1, tile=25))),
        (
            f"A: B1 B2 B3 ... | {OPENER}",
            "lay B1 B2 B3",
            pb.OkeyEvent(
                laid=pb.OkeyLaid(
                    seat=1,
                    melds=[pb.OkeyMeld(shape=1, tiles=[53, 55, 57], faces=[27, 28, 29], owner=1)],
                )
            ),
        ),
        (
            f"A: R8 B2 | {OPENER}",
            "lay-off R8 on 1",
            pb.OkeyEvent(
                laid_off=pb.OkeyLaidOff(
                    seat=1,
                    meld=1,
                    tile=15,
                    after=pb.OkeyMeld(shape=1, tiles=[9, 33, 13, 15], faces=[5, 6, 7, 8]),
                )
            ),
        ),
        (
            f"A: R6 B2 | {OPENER}",
            "claim R6 on 1",
            pb.OkeyEvent(
                claimed=pb.OkeyClaimed(
                    seat=1,
                    meld=1,
                    tile=11,
                    okey=33,
                    after=pb.OkeyMeld(shape=1, tiles=[9, 11, 13], faces=[5, 6, 7]),
                )
            ),
        ),
        (
            f"A: R8 B2 | {OPENER}",
            "discard R8",
            pb.OkeyEvent(discarded=pb.OkeyDiscarded(seat=1, tile=15, penalty=101)),
        ),
        (
            f"A: R8 | {OPENER}",
            "discard R8 onto indicator",
            pb.OkeyEvent(
                discarded=pb.OkeyDiscarded(seat=1, tile=15, on_indicator=True, ended=True, finished=True)
            ),
        ),
    ],
)
def test_what_happened_is_told(position, move, event):
    before = read_position(f"okey | ind: Y3 | {position}")
    made = read_move(move)
    told = events(before, before.seat, made, apply(before, before.seat, made))

    assert event == okey.event_to_pb(told.public)
    assert {} == told.private


def test_an_opening_is_told_as_one():
    before = read_position("okey | ind: Y3 | A: R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 ...")
    made = read_move("open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10")
    laid = okey.event_to_pb(events(before, 0, made, apply(before, 0, made)).public).laid

    assert laid.opening
    assert [pb.MELD_SHAPE_RUN, pb.MELD_SHAPE_RUN, pb.MELD_SHAPE_GROUP] == [meld.shape for meld in laid.melds]
