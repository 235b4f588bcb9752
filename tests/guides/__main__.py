"""``python -m tests.guides [NAME …]``."""

from __future__ import annotations

import argparse
import sys
import time

from playwright.sync_api import Browser, sync_playwright

import tests.guides
from tests.end_to_end.browser import launch_chromium
from tests.guides.guide import LANGUAGES, SIZE, Guide, images_of
from tests.guides.scenes import SCENES
from tests.site import Site, running_site


def main() -> int:
    """Play the scenes; the status is 1 when one of them broke off."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.guides", description=tests.guides.__doc__
    )
    parser.add_argument("names", nargs="*", choices=(*SCENES, []), help="all by default")
    names = parser.parse_args().names or tuple(SCENES)
    failed = False
    with (
        running_site() as site,
        sync_playwright() as playwright,
        launch_chromium(playwright) as browser,
    ):
        for name in names:
            for language in LANGUAGES:
                began = time.monotonic()
                outcome = _play(name, language, site, browser)
                print(f"{name} ({language}): {outcome} ({time.monotonic() - began:.0f} s)")
                failed = failed or outcome != "taken"
    return int(failed)


def _play(name: str, language: str, site: Site, browser: Browser) -> str:
    """Return ``taken``, or why the scene broke off; an image shows where."""
    with browser.new_context(viewport=SIZE, base_url=site.url, locale=language) as context:
        context.set_default_timeout(30_000)
        guide = Guide(context.new_page(), site, name, language)
        try:
            SCENES[name](guide)
        except FileNotFoundError as absent:
            return f"skipped: {absent}"
        except Exception as broken:  # One broken scene must not hide the others.
            path = site.data.parent / f"{name}-{language}.png"
            guide.page.screenshot(path=path)
            return f"broke off, see {path}: {str(broken).splitlines()[0]}"
    for old in images_of(name, language):
        if old not in guide.taken:
            old.unlink()
    return "taken"


if __name__ == "__main__":
    sys.exit(main())
