"""What the rules process serves."""

from typing import Final

from game101.v1.okey_rules_service_pb2_grpc import add_OkeyRulesServiceServicer_to_server
from game101.v1.rules_service_pb2_grpc import add_RulesServiceServicer_to_server

from services.rules.kernel import announce
from services.rules.okey_servicer import OkeyRulesServicer
from services.rules.servicer import RulesServicer
from services.runtime.service import Service

SERVICE: Final = Service(
    name="rules",
    registrars=(
        lambda server: add_RulesServiceServicer_to_server(RulesServicer(), server),  # type: ignore[no-untyped-call]
        lambda server: add_OkeyRulesServiceServicer_to_server(OkeyRulesServicer(), server),  # type: ignore[no-untyped-call]
    ),
    start=announce,
)
