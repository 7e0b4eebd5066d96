"""A machine that tries any move in any seat: what is legal moves on, what is not moves nothing."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.card import apply, legal_moves
from engine.card.check import check
from engine.card.moves import DRAW, NAMING, PLAIN
from engine.refusal import IllegalMove
from tests.engine.card.random_play import deal
from tests.scale import scaled

EVERY_MOVE = [DRAW, *PLAIN, *(move for moves in NAMING for move in moves)]


class AnythingGoes(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 2**32 - 1))
    def begin(self, seed):
        self.state = deal(seed)

    @rule(seat=st.integers(-1, 6), move=st.sampled_from(EVERY_MOVE))
    def try_any(self, seat, move):
        self._try(seat, move)

    @rule(choice=st.integers(0, 200))
    def move_legally(self, choice):
        if moves := legal_moves(self.state):
            self._try(self.state.seat, moves[choice % len(moves)])

    def _try(self, seat, move):
        legal = seat == self.state.seat and move in legal_moves(self.state)
        try:
            after = apply(self.state, seat, move)
        except IllegalMove:
            assert not legal
        else:
            assert legal
            self.state = after

    @invariant()
    def is_whole(self):
        check(self.state)


TestAnythingGoes = AnythingGoes.TestCase
TestAnythingGoes.settings = settings(max_examples=scaled(150), stateful_step_count=40, deadline=None)
