"""Put small faults into the most important modules and count those that their tests notice.

``python -m tests.mutation [MODULE …] [--most N] [--seed N] [--json]``. Each fault is put alone into
a copy of the tree, and the module's tests run until the first one fails. A fault that makes them
hang is noticed too. What survives is printed, with its line: a test is missing there, or the line
is not needed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutation.mutants import mutants
from tests.site import ROOT

GOAL = 0.85
_SLOW = 4.0
_RUNTIME = "deploy/sdk/python/src/easel/runtime/predictions"
# Each module with the tests that are about it.
MODULES = {
    "backend/jobs/services/lifecycle.py": "tests/backend/jobs tests/backend/tuning",
    "backend/api/access.py": "tests/backend/api/test_routes.py",
    "backend/projects/selectors.py": "tests/backend/workspace tests/backend/api/test_routes.py",
    "backend/datasets/splits.py": "tests/backend/datasets/test_versions.py",
    "backend/deployments/services/tokens.py": "tests/backend/deployments/test_callers.py",
    "engine/serving/auth.py": "tests/engine/serving/test_auth.py",
    f"{_RUNTIME}/labels.py": "tests/sdk/test_any_model.py tests/sdk/test_runtime.py",
    f"{_RUNTIME}/boxes.py": "tests/sdk/test_boxes_prediction.py",
    "engine/formats/coco/__init__.py": "tests/engine/formats/test_coco.py",
    "engine/formats/yolo/__init__.py": "tests/engine/formats/test_yolo.py",
    "engine/formats/voc/__init__.py": "tests/engine/formats/test_voc.py tests/engine/formats/voc",
}


@dataclass(frozen=True)
class Outcome:
    """How many faults of a module were tried and noticed, and those that were not."""

    module: str
    tried: int
    noticed: int
    survivors: tuple[str, ...]

    @property
    def share(self) -> float:
        """Of the faults that were tried, those that were noticed, in 0..1."""
        return self.noticed / self.tried if self.tried else 1.0


def main() -> int:
    """Return 1 when a module's tests notice fewer faults than they should."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="; ".join(MODULES))
    parser.add_argument("--most", type=int, default=40, help="faults of a module, drawn by chance")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _copy(tree)
        for module in given.modules or MODULES:
            outcomes.append(_judge(tree, module, given.most, random.Random(given.seed)))
            if not given.json:
                _print(outcomes[-1])
    if given.json:
        print(json.dumps([asdict(one) | {"share": one.share} for one in outcomes], indent=2))
    return int(any(one.share < GOAL for one in outcomes))


def _judge(tree: Path, module: str, most: int, chance: random.Random) -> Outcome:
    text = (tree / module).read_text(encoding="utf-8")
    found = list(mutants(text))
    chosen = sorted(chance.sample(found, min(most, len(found))), key=lambda one: one.line)
    began = time.monotonic()
    if not _passes(tree, module, None):
        raise SystemExit(f"The tests of {module} fail without any fault: {MODULES[module]}.")
    patience = 10 + _SLOW * (time.monotonic() - began)
    survivors: list[str] = []
    for mutant in chosen:
        (tree / module).write_text(mutant.text, encoding="utf-8")
        if _passes(tree, module, patience):
            survivors.append(f"{mutant.line}: {mutant.fault}")
    (tree / module).write_text(text, encoding="utf-8")
    return Outcome(module, len(chosen), len(chosen) - len(survivors), tuple(survivors))


def _passes(tree: Path, module: str, patience: float | None) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    paths = os.pathsep.join((str(tree), str(tree / "deploy/sdk/python/src")))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *MODULES[module].split()],
            cwd=tree,
            env=environment,
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _copy(tree: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)


def _print(outcome: Outcome) -> None:
    print(f"{outcome.module}: {outcome.noticed} of {outcome.tried} faults noticed")
    for survivor in outcome.survivors:
        print(f"  {survivor}")


if __name__ == "__main__":
    sys.exit(main())
