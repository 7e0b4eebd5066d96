from services.table import tokens


def test_a_token_follows_from_its_halves_and_from_nothing_less():
    half, other = tokens.new_half(), tokens.new_half()
    token = tokens.whole(half, "request")

    assert token == tokens.whole(half, "request")
    assert 4 == len({token, half, tokens.whole(other, "request"), tokens.whole(half, "another")})


def test_a_token_fits_its_hash_and_none_fits_nothing():
    token = tokens.whole(tokens.new_half(), "request")

    assert tokens.fits(token, tokens.hashed(token))
    assert not tokens.fits(token, tokens.hashed(token + "."))
    assert not tokens.fits("", b"")
