import pytest
import yaml

from tests.deploy import code
from tests.deploy.environment import given
from tests.deploy.manifests import DEPLOY, Variant, rendered

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
PATHS = {name for service in code.SERVICES for name in code.file_settings(service)}


@pytest.mark.parametrize("service", code.SERVICES)
def test_a_service_is_told_the_same_as_in_kubernetes(service):
    manifests = rendered(Variant("local"))
    wanted = given(manifests, manifests.services[service]).environ
    told = COMPOSE["services"][service]["environment"]

    assert [] == code.problems_of(service, told)
    assert wanted.keys() == told.keys()
    assert {} == {key: value for key, value in told.items() if key not in PATHS and value != wanted[key]}


@pytest.mark.parametrize("service", code.SERVICES)
def test_the_files_of_a_service_are_there(service):
    described = COMPOSE["services"][service]
    named = {value for key, value in described["environment"].items() if key in PATHS}
    sources = [DEPLOY / COMPOSE["secrets"][name]["file"] for name in described["secrets"]]

    assert {f"/run/secrets/{name}" for name in described["secrets"]} == named
    assert all(path.is_file() and path.name.startswith("insecure-") for path in sources)


@pytest.mark.parametrize("service", code.SERVICES)
def test_a_service_may_do_as_little_as_in_kubernetes(service):
    described = COMPOSE["services"][service]

    assert f"game101/{service}:local" == described["image"]
    assert {"SERVICE": service} == described["build"]["args"]
    assert (True, ["ALL"], "10001:10001") == (
        described["read_only"],
        described["cap_drop"],
        described["user"],
    )
    assert ["no-new-privileges:true"] == described["security_opt"]
    assert all(each.startswith("127.0.0.1:") for each in described["ports"])


def test_no_two_services_are_at_one_port():
    ports = [each.split(":")[1] for name in code.SERVICES for each in COMPOSE["services"][name]["ports"]]

    assert len(code.SERVICES) == len(set(ports))


def test_the_services_are_given_time_to_drain():
    for name in code.SERVICES:
        environ = COMPOSE["services"][name]["environment"]
        needed = float(environ["GAME101_LAME_DUCK_SECONDS"]) + float(environ["GAME101_GRACE_SECONDS"])

        assert needed + 5 <= float(COMPOSE["services"][name]["stop_grace_period"].removesuffix("s"))
