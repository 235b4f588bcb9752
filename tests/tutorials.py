"""``python -m tests.tutorials [NAME …]``: run the commands of the tutorials as they are printed.

Every console block of ``docs/tutorials/NAME.md`` goes through one shell, in a folder that holds
the data the page speaks of. Commands that train take minutes, so no test of the suite does this.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.tour import data

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = ROOT / "docs/tutorials"
DATA: Mapping[str, Mapping[str, Callable[[Path], Path]]] = {
    "images": {"cells": data.blood_cells, "surfaces": data.surfaces},
    "texts": {"reviews": data.hotel_reviews, "messages": data.messages},
    "speech": {"recordings": data.spoken_digits, "strings": data.spoken_strings},
    "videos": {"videos": data.videos, "crossings": data.crossings},
    "documents": {"pages": data.pages, "invoices": data.invoices},
    "tables": {"abalone": data.abalone, "airline": data.airline},
    "shelves": {"products": data.groceries, "newcomers": data.tomatoes},
    "images-and-texts": {"captioned": data.captioned_groceries},
}
"""What each tutorial that needs no server finds in its folder."""

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def main() -> int:
    """Run the tutorials; the status is 1 when a command of one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.tutorials", description=__doc__)
    parser.add_argument("names", nargs="*", choices=(*DATA, []), help="all by default")
    failed = []
    for name in parser.parse_args().names or DATA:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="easel-") as folder:
            status = run(name, Path(folder))
        print(f"{name}: status {status} after {time.monotonic() - began:.0f} s", flush=True)
        failed += [name] if status else []
    return 1 if failed else 0


def run(name: str, folder: Path) -> int:
    """Run the commands of one tutorial in a folder of its own; return the shell's status."""
    for place, write in DATA[name].items():
        write(folder / place)
    script = "\n".join(
        (
            "set -euxo pipefail",
            "trap 'for job in $(jobs -p); do kill $job; done' EXIT",
            *commands(name),
        )
    )
    search = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    sources = os.pathsep.join((str(ROOT), str(ROOT / "deploy/sdk/python/src")))
    ours = {"PYTHONPATH": sources, "PATH": search, "EASEL_MODELS": str(folder / "models")}
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env={**os.environ, **ours}, check=False
    ).returncode


def commands(name: str) -> list[str]:
    """Return the commands of a tutorial: lines after ``$``, with those they go on in."""
    lines: list[str] = []
    for block in _BLOCK.findall((TUTORIALS / f"{name}.md").read_text("utf-8")):
        goes_on = False
        for line in block.splitlines():
            if line.startswith("$ "):
                lines.append(line[2:])
            elif goes_on:
                lines[-1] += f"\n{line}"
            else:
                continue
            goes_on = line.endswith("\\")
    return lines


if __name__ == "__main__":
    sys.exit(main())
