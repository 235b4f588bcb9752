"""How often somebody pressed the mouse on a page."""

from __future__ import annotations

from playwright.sync_api import Page

_COUNT = """
addEventListener("pointerdown", (event) => event.isTrusted && window.countClick(), true);
"""


class Clicks:
    """Counts what is pressed in a page from now on; what is typed or dropped is no click."""

    def __init__(self, page: Page) -> None:
        self.num = 0
        page.expose_function("countClick", self._count)
        page.add_init_script(_COUNT)
        page.evaluate(_COUNT)

    def _count(self) -> None:
        self.num += 1
