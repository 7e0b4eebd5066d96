"""Statistics over many deals, with bad shuffles beside them that must fail: `python -m tests.audit`."""
