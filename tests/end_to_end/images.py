"""Images of pages, for people to look at: the folder is not committed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "screenshots"


def take_image(page: Page, name: str) -> None:
    """Save what the window shows as ``name``.png."""
    IMAGES.mkdir(exist_ok=True)
    page.screenshot(path=IMAGES / f"{name}.png")
