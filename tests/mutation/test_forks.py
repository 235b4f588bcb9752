"""A fault is noticed by the tests that reach it, and one that no test minds is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from tests.mutation.mutants import mutants
from tests.site import ROOT

MODULE = """
def chosen(numbers, least):
    return [one for one in numbers if one >= least]

def unreached():
    return 1

def doubled(number):
    return number * 2

class Limits:
    LEAST = doubled(2)
"""
TESTS = """
from small import Limits, chosen

def test_what_is_more_is_chosen():
    assert chosen([1, 5, 9], Limits.LEAST - 2) == [5, 9]
"""


def test_faults_are_noticed_by_the_tests_that_reach_them(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(MODULE)
    (tmp_path / "test_small.py").write_text(TESTS)
    faults = list(mutants(MODULE))
    (tmp_path / "faults.json").write_text(json.dumps([asdict(one) for one in faults]))
    paths = os.pathsep.join((str(tmp_path), str(ROOT)))
    names = ["small.py", "faults.json", "report.json", "test_small.py"]
    subprocess.run(
        [sys.executable, "-m", "tests.mutation.forks", *names],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
        timeout=60,
    )
    report = json.loads((tmp_path / "report.json").read_text())
    found = {kind: [faults[one].fault for one in report[kind]] for kind in report}
    assert found == {
        "survivors": [
            "compared otherwise: one >= least",
            "nothing returned: return 1",
            "one more: 1",
        ],
        "untried": [
            "nothing returned: return number * 2",
            "counted otherwise: number * 2",
            "one more: 2",
            "one more: 2",
        ],
    }
    assert (tmp_path / "small.py").read_text() == MODULE
