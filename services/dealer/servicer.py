"""The dealer's desk: opens a token, asks, seals a token. It keeps nothing of any hand."""

from typing import Any

import grpc
from game101.v1 import dealer_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceServicer

from engine import shuffle
from services.dealer import checks, merkle, records, sealing, secret
from services.dealer.entropy import Entropy, EntropyFailed
from services.dealer.metrics import COMMITMENTS, DEALS, ENTROPY_FAILURES
from services.dealer.sealing import KeyRing
from services.dealer.secret import HandSecret
from services.runtime.calls import note
from services.wire import status

Context = grpc.aio.ServicerContext[Any, Any]
TokenRequest = pb.DealRequest | pb.OpenPositionsRequest | pb.RevealRequest


class DealerServicer(DealerServiceServicer):
    """Answers the calls of ``DealerService``."""

    def __init__(self, ring: KeyRing, entropy: Entropy) -> None:
        """Takes the keys of the tokens and the source of seeds."""
        self._ring = ring
        self._entropy = entropy

    async def Commit(self, request: pb.CommitRequest, context: Context) -> pb.CommitResponse:
        """Returns the commitment to a new seed."""
        terms = records.terms_from_pb(request)
        note(table_id=terms.table_id, hand_id=terms.hand_id)
        hand = HandSecret(terms, self._new_seed())
        COMMITMENTS.inc()
        return pb.CommitResponse(
            commitment=shuffle.commitment(terms, hand.seed),
            token=self._seal(hand),
            algorithm=shuffle.ALGORITHM,
        )

    async def Deal(self, request: pb.DealRequest, context: Context) -> pb.DealResponse:
        """Returns the order of a committed hand, and the root over it."""
        committed = self._open(request, dealt=False)
        contributions = records.contributions_from_pb(request.contributions, committed.terms.seats)
        hand = HandSecret(committed.terms, committed.seed, contributions)
        deal = hand.deal()
        DEALS.inc()
        return pb.DealResponse(
            order=records.numbers_to_pb(deal.order),
            first_starter=deal.first_starter + 1,
            chance=deal.chance,
            root=merkle.root(merkle.grow(deal.salts, deal.order)),
            token=self._seal(hand),
        )

    async def OpenPositions(
        self, request: pb.OpenPositionsRequest, context: Context
    ) -> pb.OpenPositionsResponse:
        """Returns proofs of the positions asked for."""
        hand = self._open(request, dealt=True)
        positions = records.positions_from_pb(request.positions, hand.terms.size)
        deal = hand.deal()
        levels = merkle.grow(deal.salts, deal.order)
        proofs = [records.proof_to_pb(deal, levels, position) for position in positions]
        return pb.OpenPositionsResponse(proofs=proofs)

    async def Reveal(self, request: pb.RevealRequest, context: Context) -> pb.RevealResponse:
        """Returns the record of a hand."""
        return pb.RevealResponse(record=records.record_to_pb(self._open(request, dealt=None)))

    async def Verify(self, request: pb.VerifyRequest, context: Context) -> pb.VerifyResponse:
        """Returns the checks of a record."""
        made = checks.check_record(request.record)
        return pb.VerifyResponse(checks=made, result=checks.overall(made))

    def _new_seed(self) -> bytes:
        try:
            return self._entropy.seed()
        except EntropyFailed:
            ENTROPY_FAILURES.inc()
            raise status.unavailable("ENTROPY_FAILED", "the source of randomness has failed") from None

    def _seal(self, hand: HandSecret) -> bytes:
        return self._ring.seal(secret.to_bytes(hand))

    def _open(self, request: TokenRequest, dealt: bool | None) -> HandSecret:
        """Returns what a request's token holds; ``dealt`` says which kind it must be, ``None`` either."""
        try:
            hand = secret.from_bytes(self._ring.unseal(request.token))
        except (sealing.TokenTooNew, secret.UnknownAlgorithm):
            raise status.unavailable("TOKEN_TOO_NEW", "a later release made the token") from None
        except sealing.TokenKeyUnknown:
            raise status.unavailable("TOKEN_KEY_UNKNOWN", "the token's key is not here") from None
        except sealing.TokenRefused:
            raise _refused() from None
        is_of_kind = dealt is None or dealt == (hand.contributions is not None)
        names = (hand.terms.table_id, hand.terms.hand_id)
        note(table_id=names[0], hand_id=names[1])
        if not is_of_kind or names != (request.table_id, request.hand_id):
            raise _refused()
        return hand


def _refused() -> status.CallError:
    return status.failed_precondition("TOKEN_REFUSED", "the token is not one of this hand and call")
