"""What a metrics page tells about a service."""

from services.cluster.usage import Usage, read

PAGE = """\
# TYPE grpc_server_handled_total counter
grpc_server_handled_total{grpc_code="OK",grpc_method="Deal",grpc_service="game101.v1.DealerService"} 5
grpc_server_handled_total{grpc_code="Aborted",grpc_method="Deal",grpc_service="game101.v1.DealerService"} 2
grpc_server_handled_total{grpc_code="OK",grpc_method="Check",grpc_service="grpc.health.v1.Health"} 99
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 1.5
"""


def test_calls_are_counted_without_health_checks():
    assert Usage(calls=7, failed=2, cpu_seconds=1.5) == read(PAGE)


def test_a_system_that_tells_no_cpu_time_is_no_error():
    assert Usage(calls=0, failed=0, cpu_seconds=None) == read("")
