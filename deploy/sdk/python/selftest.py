"""Prove that this machine gives the answers that the model was verified with."""

import sys
from pathlib import Path

from easel.runtime import load

outcome = load(Path(__file__).with_name("model")).selftest()
for failure in outcome.failures:
    print(failure, file=sys.stderr)
print(
    f"{outcome.num_files} files, {outcome.num_cases} golden vectors, "
    f"largest difference {outcome.max_abs_difference:.3g}: "
    + ("passed" if outcome.passed else "FAILED")
)
sys.exit(0 if outcome.passed else 1)
