"""``python -m tests.tour [KEY …] [--images DIR]``: walk the tasks in a browser."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from engine.catalog import TASKS
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.people import Person, sign_up
from tests.site import Site, running_site
from tests.tour.data import EXAMPLES
from tests.tour.walk import WIDE, Walk


def main() -> int:
    """Walk the tasks; the status is 1 when one of them could not be walked to its end."""
    parser = argparse.ArgumentParser(prog="python -m tests.tour", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY", help="tasks; all by default")
    parser.add_argument("--images", type=Path, default=Path("var/tour"), help="where they go")
    options = parser.parse_args()
    unknown = [key for key in options.keys if key not in TASKS]
    if unknown:
        parser.error(f"no such task: {', '.join(unknown)}. There are: {', '.join(TASKS)}.")
    failed = []
    with (
        running_site() as site,
        sync_playwright() as playwright,
        launch_chromium(playwright) as browser,
    ):
        for key in options.keys or tuple(TASKS):
            began = time.monotonic()
            outcome = _walk(key, site, browser, options.images)
            print(f"{key:<36} {outcome} ({time.monotonic() - began:.0f} s)", flush=True)
            failed += [key] if outcome != "answered" else []
    return 1 if failed else 0


def _walk(key: str, site: Site, browser: Browser, images: Path) -> str:
    """Return ``responded``, or why the walk ended before; an image shows where."""
    context = browser.new_context(viewport=WIDE, base_url=site.url, locale="en-US")
    context.set_default_timeout(30_000)
    page = context.new_page()
    try:
        name = key.replace(".", " ")
        sign_up(page, Person("Ida", f"{key}@tour.example", f"Workshop {name}"))
        with tempfile.TemporaryDirectory(prefix="easel-") as folder:
            Walk(page, EXAMPLES[key], Path(folder), images / key).walk()
    except FileNotFoundError as absent:
        return f"skipped: {absent}"
    except Exception as broken:  # One broken task must not hide the others.
        page.screenshot(path=images / key / "broken.png", full_page=True)
        steps = " > ".join(step.name for step in traceback.extract_tb(broken.__traceback__)[1:4])
        return f"broke off in {steps}: {str(broken).splitlines()[0]}"
    finally:
        context.close()
    return "answered"


if __name__ == "__main__":
    sys.exit(main())
