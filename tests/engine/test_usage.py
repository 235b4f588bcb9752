"""What a run uses counts its children, and says of how much."""

from __future__ import annotations

import subprocess
import sys

import psutil

from engine.usage import ProcessFamily, memory_limit_bytes

HELD = 64 * 2**20


def test_memory_and_cpu_of_children_are_counted() -> None:
    family = ProcessFamily()
    _, alone = family.use()
    script = f"held = bytearray(b'x' * {HELD}); print(1, flush=True); input()"
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert child.stdout is not None
        child.stdout.readline()
        percent, together = family.use()
        assert percent >= 0
        assert together > alone + HELD // 2
    finally:
        child.communicate(b"\n")
    # One that has ended is no error, and no longer counted.
    assert family.use()[1] < together


def test_a_limit_of_memory_is_never_more_than_the_machine_has() -> None:
    assert 0 < memory_limit_bytes() <= psutil.virtual_memory().total
