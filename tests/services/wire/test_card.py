"""The card game 101 on the wire: lossless both ways, and every malformed field is named."""

from contextlib import suppress
from random import Random

import pytest
from game101.v1 import card_pb2 as pb
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.card import PRESETS, apply, configure, dealt, events, legal_moves, read_position, view
from engine.card.cards import cards_of
from engine.card.moves import DRAW, NAMING, PLAIN
from engine.card.ruleset import CHOICES
from engine.refusal import BadPosition
from services.wire import card
from services.wire.card_rules import ruleset_from_pb
from services.wire.status import Malformed
from tests.engine.card.random_play import deal, play, positions, some_rules
from tests.scale import scaled

by_seed = given(st.integers(0, 2**32 - 1))
few = settings(max_examples=scaled(150), deadline=None)

TEXT = "card | rules: five | hands: 9H KS 8C 7D / 8D 7S 7H | pile: 7C 8S QC | suit: D | ply: 9 | turn: 4"


def position() -> pb.CardPosition:
    return card.position_to_pb(read_position(TEXT))


def some_view(viewer: int | None = 0) -> pb.CardView:
    return card.view_to_pb(view(read_position(TEXT), viewer))


def sent(message):
    """Returns a message as the other side receives it."""
    return type(message).FromString(message.SerializeToString())


@few
@by_seed
def test_positions_are_lossless(seed):
    for state in positions(seed):
        assert state == card.position_from_pb(sent(card.position_to_pb(state)), "position")


@few
@by_seed
def test_views_are_lossless_and_a_spectator_has_no_cards(seed):
    for state in positions(seed):
        for viewer in (None, *range(len(state.hands))):
            seen = view(state, viewer)
            message = sent(card.view_to_pb(seen))

            assert seen == card.view_from_pb(message, "view")
            assert (viewer is None) == (message.viewer == 0)
            assert len(cards_of(seen.hand)) == len(message.hand)


@pytest.mark.parametrize("move", [DRAW, *PLAIN, *(move for moves in NAMING for move in moves)], ids=str)
def test_moves_are_lossless(move):
    assert move == card.move_from_pb(sent(card.move_to_pb(move)), "move")


@few
@by_seed
def test_rule_sets_are_lossless(seed):
    rules = some_rules(Random(seed))

    assert rules == ruleset_from_pb(sent(card.ruleset_to_pb(rules)), "rules")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_asked_for_by_its_name(preset):
    assert PRESETS[preset] == card.rules_from_pb(pb.CardRules(preset=preset), "rules")


@pytest.mark.parametrize("switch", CHOICES)
def test_every_switch_can_be_overridden(switch):
    for value in list(CHOICES[switch].values())[:3]:
        rules = configure("popular", {switch: value})
        number = getattr(card.ruleset_to_pb(rules), switch)
        asked = pb.CardRules(preset="popular", overrides=pb.CardRuleOverrides(**{switch: number}))

        assert rules == card.rules_from_pb(sent(asked), "rules")


def test_public_events_carry_no_hidden_card():
    first = deal(4, PRESETS["popular"], 3)
    for before, move, after in play(first, 4):
        public = card.event_to_pb(events(before, before.seat, move, after).public)

        assert [] == list(public.drawn.cards)
        assert [] == list(public.played.penalty.cards)
    assert [] == list(card.event_to_pb(dealt(first).public).dealt.hand)


def test_events_say_what_happened():
    state = read_position("card | hands: AH 9H / 8H KC / 8C | pile: 10H | renewals: 1 | ply: 33")
    played = _told(state, legal_moves(state)[-1]).played

    assert (1, 18, 2) == (played.seat, played.card, played.skipped)
    assert (0, False, False, False) == (played.pending, played.reversed, played.over, played.stalemate)


def _told(state, move):
    return card.event_to_pb(events(state, state.seat, move, apply(state, state.seat, move)).public)


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (pb.CardMove(), "move.kind"),
        (pb.CardMove(play=pb.CardPlay()), "move.play.card"),
        (pb.CardMove(play=pb.CardPlay(card=37)), "move.play.card"),
        (pb.CardMove(play=pb.CardPlay(card=7, suit=5)), "move.play.suit"),
        (pb.CardMove(play=pb.CardPlay(card=7, suit=-1)), "move.play.suit"),
    ],
)
def test_a_malformed_move_names_the_field(move, field):
    with pytest.raises(Malformed) as caught:
        card.move_from_pb(sent(move), "move")

    assert field == caught.value.field


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"preset": "classic"}, "rules.preset"),
        ({"overrides": {"hand_size": 3}}, "rules.overrides.hand_size"),
        ({"overrides": {"lose_above": 0}}, "rules.overrides.lose_above"),
        ({"overrides": {"nine_value": 5}}, "rules.overrides.nine_value"),
        ({"overrides": {"draw_mode": 0}}, "rules.overrides.draw_mode"),
        ({"overrides": {"direction": 7}}, "rules.overrides.direction"),
    ],
)
def test_malformed_rules_name_the_switch(changes, field):
    with pytest.raises(Malformed) as caught:
        card.rules_from_pb(sent(pb.CardRules(**changes)), "rules")

    assert field == caught.value.field


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("rules.hand_size", {"rules": {"hand_size": 0}}),
        ("rules.direction", {"rules": {"direction": 0}}),
        ("order", {"order": bytes(36)}),
        ("order", {"order": bytes([37, *range(2, 37)])}),
        ("starter", {"starter": 0}),
        ("starter", {"starter": 3}),
        ("stock", {"stock": b"\x00"}),
        ("pile", {"pile": b"\x25"}),
        ("shown", {"shown": b"\x01\x01"}),
        ("phase", {"phase": 0}),
        ("phase", {"phase": 9}),
        ("seat", {"seat": 0}),
        ("seat", {"seat": 3}),
        ("direction", {"direction": 0}),
        ("suit", {"suit": 5}),
    ],
)
def test_a_malformed_position_names_the_field(field, changes):
    with pytest.raises(Malformed) as caught:
        card.position_from_pb(sent(_changed(position(), changes)), "position")

    assert f"position.{field}" == caught.value.field


def _changed(message, changes):
    for name, value in changes.items():
        if isinstance(value, dict):
            _changed(getattr(message, name), value)
        else:
            setattr(message, name, value)
    return message


@pytest.mark.parametrize("hands", [0, 1, 6])
def test_a_position_has_a_hand_for_each_seat(hands):
    message = position()
    del message.hands[:]
    message.hands.extend([b""] * hands)

    with pytest.raises(Malformed, match=r"position\.hands"):
        card.position_from_pb(message, "position")


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("chance", {"chance": bytes(31)}),
        ("order", {"order": bytes(range(1, 36))}),
        ("hands", {"pile": bytes([34])}),
        ("suit", {"suit": 0}),
        ("pending", {"pending": 2}),
        ("pending", {"phase": 4, "suit": 0}),
        ("ply", {"ply": 2**32 - 1}),
        ("turn", {"turn": 2**32 - 1}),
        ("shown", {"renewals": 2**32 - 1}),
        ("drew", {"drew": True}),
    ],
)
def test_a_position_that_no_play_reaches_is_refused(field, changes):
    with pytest.raises(BadPosition) as caught:
        card.position_from_pb(sent(_changed(position(), changes)), "position")

    assert field == caught.value.field


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("view.viewer", {"viewer": 3}),
        ("view.rules.stack_cards", {"rules": {"stack_cards": 4}}),
        ("view.seat", {"seat": 0}),
        ("view.starter", {"starter": 0}),
        ("view.phase", {"phase": 0}),
        ("view.direction", {"direction": 0}),
        ("hand", {"viewer": 2}),
        ("hand", {"viewer": 0}),
        ("hand_sizes", {"stock": 0}),
        ("suit", {"suit": 0}),
        ("ply", {"ply": 2}),
        ("phase", {"phase": 1}),
    ],
)
def test_a_view_that_nobody_could_be_shown_is_refused(field, changes):
    with pytest.raises((Malformed, BadPosition)) as caught:
        card.view_from_pb(sent(_changed(some_view(), changes)), "view")

    assert field == caught.value.field


@settings(max_examples=scaled(3000), deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["position", "view", "move", "rules"]))
def test_arbitrary_bytes_give_typed_errors_only(data, kind):
    decoders = {
        "position": (pb.CardPosition, card.position_from_pb),
        "view": (pb.CardView, card.view_from_pb),
        "move": (pb.CardMove, card.move_from_pb),
        "rules": (pb.CardRules, card.rules_from_pb),
    }
    message_type, decode = decoders[kind]
    message = {"position": position(), "view": some_view()}.get(kind, message_type())
    with suppress(DecodeError, Malformed, BadPosition):
        message.MergeFromString(data)
        decode(message, kind)
