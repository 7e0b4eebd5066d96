"""What the dealer counts beside its calls. No label and no value tells anything of a hand."""

from typing import Final

from prometheus_client import Counter

COMMITMENTS: Final = Counter("game101_commitments", "Seeds drawn and committed to.")
DEALS: Final = Counter("game101_deals", "Decks dealt; a call that is repeated counts again.")
SELF_TESTS: Final = Counter("game101_self_tests", "Self-tests of the dealer, by result.", ["result"])
ENTROPY_FAILURES: Final = Counter(
    "game101_entropy_failures", "Seeds refused: the source is stuck or repeats."
)

PASSED: Final = SELF_TESTS.labels("passed")
FAILED: Final = SELF_TESTS.labels("failed")
