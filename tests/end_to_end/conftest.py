"""A real installation and a real browser for the journey."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.end_to_end.browser import launch_chromium
from tests.site import ROOT, Site, running_site

DESKTOP = {"width": 1440, "height": 900}
# A page may be slow beside the other tests; how fast it is, the benchmarks say.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """Run the whole product on a free port with empty data."""
    if not (ROOT / "frontend/dist/index.html").is_file():
        pytest.fail("The browser application is not built. Run `make frontend`.")
    with running_site() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium that is there: configured, the system's, or Playwright's own."""
    with sync_playwright() as playwright, launch_chromium(playwright) as chromium:
        yield chromium


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """Open a fresh browser session; an error on the page's console fails the test."""
    context = browser.new_context(viewport=DESKTOP, base_url=site.url, locale="en-US")
    context.set_default_timeout(20_000)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield page
    context.close()
    assert broken == []
