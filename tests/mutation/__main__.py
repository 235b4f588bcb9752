"""Put small faults into the most important modules and count those that their tests notice.

``python -m tests.mutation [MODULE …] [--most N] [--seed N] [--json] [--record]``. Each fault is put
alone into a copy of the tree, and those of the module's tests that reach it run until the first one
fails. A fault that makes them hang is noticed too. What survives is printed, with its line: a test
is missing there, or the line is not needed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.recording import record
from tests.mutation.forks import Report
from tests.mutation.modules import MODULES
from tests.mutation.mutants import Mutant, mutants
from tests.site import ROOT

GOAL = 0.85
_SPARE_SECONDS = 60.0


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
    parser.add_argument("--record", action="store_true", help="into tests/benchmarks/results")
    given = parser.parse_args()
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _copy(tree)
        for module in given.modules or MODULES:
            outcomes.append(_evaluate(tree, module, given.most, random.Random(given.seed)))
            if not given.json:
                _print(outcomes[-1])
            if given.record:
                record(
                    "mutation",
                    {module: {"noticed": outcomes[-1].noticed, "of": outcomes[-1].tried}},
                )
    if given.json:
        print(json.dumps([asdict(one) | {"share": one.share} for one in outcomes], indent=2))
    return int(any(one.share < GOAL for one in outcomes))


def _evaluate(tree: Path, module: str, most: int, chance: random.Random) -> Outcome:
    text = (tree / module).read_text(encoding="utf-8")
    found = list(mutants(text))
    chosen = sorted(chance.sample(found, min(most, len(found))), key=lambda one: one.line)
    began = time.monotonic()
    report = _tried_in_forks(tree, module, chosen)
    patience = _SPARE_SECONDS + time.monotonic() - began
    survivors = set(report.survivors)
    for place in report.untried:
        (tree / module).write_text(chosen[place].text, encoding="utf-8")
        if _passes(tree, module, patience):
            survivors.add(place)
    (tree / module).write_text(text, encoding="utf-8")
    told = tuple(f"{chosen[one].line}: {chosen[one].fault}" for one in sorted(survivors))
    return Outcome(module, len(chosen), len(chosen) - len(survivors), told)


def _tried_in_forks(tree: Path, module: str, chosen: list[Mutant]) -> Report:
    faults, report = tree.parent / "faults.json", tree.parent / "report.json"
    faults.write_text(json.dumps([asdict(one) for one in chosen]), encoding="utf-8")
    base = f"--basetemp={tree.parent / 'temporary'}"
    options = [module, faults, report, base, *shlex.split(MODULES[module])]
    done = _python(tree, "-m", "tests.mutation.forks", *options)
    if done.returncode:
        raise SystemExit(f"{done.stdout.decode()}\nThe tests of {module} fail without any fault.")
    return Report(**json.loads(report.read_text(encoding="utf-8")))


def _passes(tree: Path, module: str, patience: float) -> bool:
    options = ["-x", "-q", "-p", "no:cacheprovider", *shlex.split(MODULES[module])]
    try:
        return _python(tree, "-m", "pytest", *options, timeout=patience).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _python(
    tree: Path, *arguments: str | Path, timeout: float | None = None
) -> subprocess.CompletedProcess[bytes]:
    paths = os.pathsep.join((str(tree), str(tree / "deploy/sdk/python/src")))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=timeout,
        check=False,
    )


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
