"""Runs the audit: ``python -m tests.audit --deals 100000 --folder build/rng-audit``.

Exit code 1 when the dealer's shuffle fails, or a control does not.
"""

import argparse
import sys
from pathlib import Path

from tests.audit import report
from tests.audit.measures import Tally, verdict
from tests.audit.shuffles import CONTROLS, controlled, dealt, reference, seed_of_32_bits

FALSE_ALARM = 1e-6
"""The probability that a perfect shuffle fails an audit."""
DEALS_FOR_A_REPEAT = 400_000
"""A seed of 32 bits repeats a deal among so many with a probability above 1 - 1e-8."""


def main() -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(prog="tests.audit", description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="deals of each shuffle (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("build/rng-audit"), help="%(default)s")
    arguments = parser.parse_args()
    tallies: dict[str, Tally] = {
        "the dealer": report.tallied(dealt(arguments.deals)),
        "reference": report.tallied(controlled(reference, arguments.deals)),
    }
    for control in CONTROLS:
        tallies[f"control {control.__name__}"] = report.tallied(controlled(control, arguments.deals))
    seeded = max(arguments.deals, DEALS_FOR_A_REPEAT)
    tallies["control seed_of_32_bits"] = report.tallied(controlled(seed_of_32_bits, seeded))
    path = report.write(arguments.folder, tallies, FALSE_ALARM)
    wrong = [
        name
        for name, tally in tallies.items()
        if bool(verdict(tally.p_values(), FALSE_ALARM)) != name.startswith("control")
    ]
    sys.stdout.write(f"{path}\n" + "".join(f"not as it has to be: {name}\n" for name in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
