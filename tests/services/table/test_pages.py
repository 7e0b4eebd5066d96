import pytest
from game101.v1 import table_service_pb2 as pb

from services.table import pages
from services.wire.status import Malformed

LIST = pb.ListTablesRequest(with_free_seat=True)


def test_a_page_has_fifty_entries_unless_asked_otherwise_and_a_hundred_at_most():
    assert [50, 1, 100, 100] == [pages.size(asked) for asked in (0, 1, 100, 1000)]
    with pytest.raises(Malformed):
        pages.size(-1)


def test_a_token_names_its_place_in_its_own_list_alone():
    token = pages.token(LIST, "here")
    same = pb.ListTablesRequest(with_free_seat=True, page_size=7, page_token=token)

    assert "here" == pages.place(same, token)
    assert "" == pages.place(LIST, "")
    with pytest.raises(Malformed):
        pages.place(pb.ListTablesRequest(), token)


@pytest.mark.parametrize("token", ["nonsense", "AAAA", "ü", "%%%"])
def test_what_is_no_token_is_refused(token: str):
    with pytest.raises(Malformed):
        pages.place(LIST, token)
