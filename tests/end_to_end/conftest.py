"""A real installation and a real browser for the journey."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.site import ROOT, Site, running_site

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DESKTOP = {"width": 1440, "height": 900}


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
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


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


def _chromium() -> Path | None:
    configured = os.environ.get("EASEL_CHROMIUM")
    if configured:
        return Path(configured)
    installed = shutil.which("chromium", path="/usr/bin")
    return Path(installed) if installed else None
