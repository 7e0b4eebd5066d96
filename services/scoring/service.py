"""What the scoring process serves."""

from typing import Final

from game101.v1.scoring_service_pb2_grpc import add_ScoringServiceServicer_to_server

from services.runtime.service import Service
from services.scoring.servicer import ScoringServicer

SERVICE: Final = Service(
    name="scoring",
    registrars=(
        lambda server: add_ScoringServiceServicer_to_server(ScoringServicer(), server),  # type: ignore[no-untyped-call]
    ),
)
