"""The Chromium that tests and benchmarks drive."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def launch_chromium(playwright: Playwright) -> Browser:
    """Start the Chromium that is there: configured, the system's, or Playwright's own."""
    return playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)


def _chromium() -> Path | None:
    configured = os.environ.get("EASEL_CHROMIUM")
    if configured:
        return Path(configured)
    installed = shutil.which("chromium", path="/usr/bin")
    return Path(installed) if installed else None
