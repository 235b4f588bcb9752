"""Every command of README and docs, run from its page in an empty folder as printed.

``--quick`` runs the pages whose commands take seconds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from tests.documents.pages import QUICK, pages, steps
from tests.documents.running import run_page
from tests.documents.site import readers_site
from tests.site import ROOT


def run(*, quick: bool) -> Mapping[str, float]:
    """Run the pages one after the other, and say what failed and what was not run."""
    run, failed, skipped, not_reached = 0, 0, 0, 0
    began = time.monotonic()
    with readers_site() as site:
        for page in pages():
            name = page.relative_to(ROOT).as_posix()
            if quick and name not in QUICK:
                continue
            todo = steps(page)
            for step in todo:
                if step.reason is not None:
                    skipped += 1
                    print(f"  {name}: not run ({step.reason}): {_first(step.text)}", flush=True)
            started, done = time.monotonic(), 0
            for ran in run_page(todo, site.own(name, todo)):
                done += 1
                if ran.status:
                    failed += 1
                    print(f"  FAILED {name}: {ran.step.text}\n{ran.output}", flush=True)
            run += done
            not_reached += sum(step.reason is None for step in todo) - done
            print(f"  {name}: {done} run in {time.monotonic() - started:.0f} s", flush=True)
    return {
        "run": run,
        "failed": failed,
        "not_reached": not_reached,
        "skipped": skipped,
        "seconds": round(time.monotonic() - began),
    }


def _first(text: str) -> str:
    return text.splitlines()[0][:100]
