"""What load is measured with."""

import subprocess
import sys

from tests.bench.load import cpu_seconds

WORK = """
import time
while (spent := time.process_time()) < 0.2:
    pass
print(spent, flush=True)
input()
"""


def test_the_cpu_time_of_a_process_is_what_it_says_itself():
    command = [sys.executable, "-c", WORK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        said = float(child.stdout.readline())
        found = cpu_seconds([child.pid])
        child.communicate(b"\n")

    assert said <= found + 0.01
    assert found < 2 * said


def test_less_than_a_tick_counts():
    command = [sys.executable, "-S", "-c", "print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        found = cpu_seconds([child.pid])
        child.communicate(b"\n")

    assert 0 < found
