import pytest

from services.table.store.address import Address, BadUrl, parse


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://store:7000", Address("store", 7000)),
        ("redis://store", Address("store", 6379)),
        ("redis://:p%40ss@store", Address("store", 6379, "", "", "p@ss")),
        ("redis://user:pass@store", Address("store", 6379, "", "user", "pass")),
        ("unix:///run/store.sock", Address(path="/run/store.sock")),
        ("redis://[::1]:7000", Address("::1", 7000)),
    ],
)
def test_a_url_names_a_server(url: str, address: Address):
    assert address == parse(url)


def test_tls_is_asked_for_by_the_scheme():
    assert parse("rediss://store").tls is not None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "store:6379",
        "http://store",
        "redis://",
        "unix://",
        "redis://:secret@a:b",
        "redis://:secret@store/0",
    ],
)
def test_what_is_no_url_is_refused_without_being_quoted(url: str):
    with pytest.raises(BadUrl) as caught:
        parse(url)

    assert "secret" not in str(caught.value)


def test_the_greeting_has_the_password_and_the_default_name():
    assert ("HELLO", "3") == Address("store").greeting()
    assert ("HELLO", "3", "AUTH", "default", "p") == Address("store", password="p").greeting()  # noqa: S106
