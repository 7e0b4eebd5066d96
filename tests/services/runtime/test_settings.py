import pytest
from pydantic import SecretStr, ValidationError

from services.runtime.settings import Address, Settings, SettingsError


class OwnSettings(Settings):
    upstream: Address = "127.0.0.1:1"
    password: SecretStr = SecretStr("")


def test_a_variable_sets_the_field_of_its_name(monkeypatch):
    monkeypatch.setenv("GAME101_PORT", "50051")
    monkeypatch.setenv("GAME101_REFLECTION", "true")

    settings = Settings.load()

    assert (50051, True) == (settings.port, settings.reflection)


def test_a_service_has_its_own_fields_beside_the_shared_ones(monkeypatch):
    monkeypatch.setenv("GAME101_UPSTREAM", "dns:///rules:50051")

    assert "dns:///rules:50051" == OwnSettings.load().upstream


def test_a_variable_that_no_field_answers_to_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("GAME101_PROT", "1")

    with pytest.raises(SettingsError) as caught:
        Settings.load()

    assert ["GAME101_PROT: there is no such setting"] == caught.value.problems


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("LOG_LEVEL", "loud"),
        ("MAX_CONCURRENT_CALLS", "0"),
        ("GRACE_SECONDS", "-1"),
        ("GRACE_SECONDS", "nan"),
        ("DEFAULT_DEADLINE_SECONDS", "0"),
        ("EXIT_WITH_PARENT", "perhaps"),
        ("AUTH", "perhaps"),
        ("TLS", "on"),
        ("TLS_DOMAIN", ".game101"),
        ("OTLP_ENDPOINT", "collector:4317"),
        ("MAX_METADATA_BYTES", "0"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_name_of_its_variable(monkeypatch, name, value):
    monkeypatch.setenv(f"GAME101_{name}", value)

    with pytest.raises(SettingsError) as caught:
        Settings.load()

    assert 1 == len(caught.value.problems)
    assert caught.value.problems[0].startswith(f"GAME101_{name}: ")


@pytest.mark.parametrize(
    "address",
    [
        *("rules:50051", "dns:///rules:50051", "[::1]:1", "unix:///run/rules"),
        *("ipv4:10.0.0.1:1", "ipv4:10.0.0.1:1,10.0.0.2:65535", "ipv6:[::1]:1,[::2]:2"),
    ],
)
def test_an_address_may_have_any_of_gRPCs_usual_forms(address):
    assert address == OwnSettings(upstream=address).upstream


@pytest.mark.parametrize(
    "address",
    [
        *("", "rules", "rules:", ":1", "rules:0", "rules:65536", "rules:http"),
        *("ipv4:", "ipv4:10.0.0.1", "ipv4:10.0.0.1:1,", "ipv4:10.0.0.1:1,10.0.0.2"),
    ],
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValidationError, match="is no address"):
        OwnSettings(upstream=address)


def test_secrets_print_as_stars(monkeypatch):
    monkeypatch.setenv("GAME101_PASSWORD", "open sesame")

    printed = OwnSettings.load().printable()

    assert "**********" == printed["password"]
    assert "open sesame" not in str(printed)
