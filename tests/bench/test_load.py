"""What load is measured with."""

import os
import subprocess
import sys
import time

from tests.bench.load import cpu_seconds


def test_the_cpu_time_of_this_process_is_what_it_says_itself():
    before = time.process_time()
    found = cpu_seconds([os.getpid()])

    assert before <= found + 0.02
    assert found <= time.process_time() + 0.02


def test_work_shorter_than_a_tick_counts():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        while not (first := cpu_seconds([child.pid])):
            time.sleep(0.001)
        child.communicate(b"\n")

    assert 0 < first < 5
