"""What people do with a mouse."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def drag(page: Page, place: Locator, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw over a place; points are shares of its size."""
    box = place.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=4)
    page.mouse.up()
