import pytest

from services.runtime.trace import joined

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"


@pytest.mark.parametrize("flags", ["00", "01"])
def test_a_trace_goes_on_with_a_new_span_and_the_same_flags(flags):
    trace = joined(f"00-{TRACE}-{SPAN}-{flags}")

    assert (TRACE, flags) == (trace.trace_id, trace.flags)
    assert trace.span_id != SPAN
    assert f"00-{TRACE}-{trace.span_id}-{flags}" == trace.header()


def test_a_later_version_with_more_fields_is_understood():
    assert TRACE == joined(f"01-{TRACE}-{SPAN}-01-more").trace_id


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "nonsense",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE.upper()}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-01\n",
    ],
)
def test_what_is_no_trace_starts_a_new_one(header):
    trace = joined(header)

    assert trace.trace_id != TRACE
    assert (32, 16) == (len(trace.trace_id), len(trace.span_id))
    assert trace.header() == joined(trace.header()).header()[:36] + trace.header()[36:]
