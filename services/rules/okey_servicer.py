"""The desk for what only 101 Okey asks of its rules."""

from game101.v1.okey_rules_service_pb2_grpc import OkeyRulesServiceServicer


class OkeyRulesServicer(OkeyRulesServiceServicer):
    """Answers the calls of ``OkeyRulesService``."""
