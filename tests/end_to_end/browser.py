"""The Chromium that tests and benchmarks drive."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def launch_chromium(of: Playwright | BrowserType, flags: Sequence[str] = ()) -> Browser:
    """Start the Chromium that is there: configured, the system's, or Playwright's own."""
    kind = of.chromium if isinstance(of, Playwright) else of
    return kind.launch(executable_path=_chromium(), args=[*FLAGS, *flags])


def _chromium() -> Path | None:
    configured = os.environ.get("EASEL_CHROMIUM")
    if configured:
        return Path(configured)
    installed = shutil.which("chromium", path="/usr/bin")
    return Path(installed) if installed else None
