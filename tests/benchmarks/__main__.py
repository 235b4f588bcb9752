"""``python -m tests.benchmarks NAME [--quick] [--json] [--record]``: measure, and say where.

A benchmark is a module of this package with ``run(quick) -> figures``. Its figures are ratios
within one run wherever a ratio makes sense, and medians where it repeats.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import json
import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

NAMES = ("demo", "import", "lists", "training", "serving", "web")
RESULTS = Path(__file__).parent / "results"
Figures = Mapping[str, float]


def main() -> int:
    """Run one benchmark, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("name", choices=(*NAMES, "all"))
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="last line: one JSON object of figures")
    parser.add_argument("--record", action="store_true", help="add the figures to the results")
    options = parser.parse_args()
    names = NAMES if options.name == "all" else (options.name,)
    figures = {name: _run(name, quick=options.quick) for name in names}
    if options.record:
        print(f"Recorded in {_record(figures, quick=options.quick)}.")
    if options.json:
        print(json.dumps(figures if options.name == "all" else figures[options.name]))
    return 0


def _run(name: str, *, quick: bool) -> Figures:
    print(f"{name} …", flush=True)
    module = importlib.import_module(f"tests.benchmarks.{name}")
    figures: Figures = module.run(quick=quick)
    for key, value in figures.items():
        print(f"  {key:<32} {value:,.4g}", flush=True)
    return figures


def _record(figures: Mapping[str, Figures], *, quick: bool) -> Path:
    """Merge the figures into today's file."""
    path = RESULTS / f"{datetime.datetime.now(tz=datetime.UTC).date().isoformat()}.json"
    document = json.loads(path.read_text()) if path.is_file() else {}
    document["machine"] = _machine()
    results = document.setdefault("figures", {})
    for name, values in figures.items():
        results[name] = {**values, **({"quick": True} if quick else {})}
    path.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")
    return path


def _machine() -> dict[str, str | int | None]:
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }


if __name__ == "__main__":
    sys.exit(main())
