"""What opens is in sight and can be clicked at once, with motion and where people want less."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.accessibility import wait_for_animations
from tests.end_to_end.conftest import DESKTOP
from tests.end_to_end.people import Person, sign_up
from tests.site import Site

# Opening takes 180 ms; people who know where a button will be press it before.
DELAYS_MS = (40, 100)
PRESS_MS = 60


@pytest.fixture
def still(browser: Browser, site: Site) -> Iterator[Page]:
    """A page of somebody whose system is set to less motion."""
    context = browser.new_context(
        viewport=DESKTOP, base_url=site.url, locale="en-US", reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


def test_whatever_opens_is_in_sight_where_people_want_less_motion(still: Page) -> None:
    sign_up(still, Person("Stella", "stella@motion.example", "Still life"))

    still.get_by_role("button", name="English").click()
    expect(still.get_by_role("menuitem", name="中文")).to_be_in_viewport(ratio=1)
    still.keyboard.press("Escape")

    still.get_by_role("link", name="Help").hover()
    expect(still.get_by_role("tooltip", name="Help")).to_be_in_viewport(ratio=1)
    still.get_by_role("button", name="Jobs").click()
    expect(still.get_by_role("dialog", name="Jobs")).to_be_in_viewport(ratio=1)

    still.goto("/settings/keys")
    still.get_by_role("button", name="Create key").click()
    dialog = still.get_by_role("dialog")
    expect(dialog).to_be_in_viewport(ratio=1)
    dialog.get_by_role("combobox").first.click()
    expect(still.locator(".ant-select-item-option").first).to_be_in_viewport(ratio=1)


def test_a_dialog_that_still_opens_is_clicked_where_its_button_will_be(page: Page) -> None:
    sign_up(page, Person("Hasty", "hasty@motion.example", "In a hurry"))
    page.goto("/settings/keys")
    opener = page.get_by_role("button", name="Create key")
    dialog = page.get_by_role("dialog")
    opener.click()
    expect(dialog).to_be_visible()
    wait_for_animations(page)
    field = _end_of(dialog.get_by_label("Name", exact=True))
    cancel = _end_of(dialog.get_by_role("button", name="Cancel"))
    page.keyboard.press("Escape")
    for delay in DELAYS_MS:
        expect(dialog).to_have_count(0)
        opener.click()
        page.wait_for_timeout(delay)
        _press(page, field)
        expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        opener.click()
        page.wait_for_timeout(delay)
        _press(page, cancel)
        expect(dialog).to_have_count(0)


def _end_of(part: Locator) -> tuple[float, float]:
    """Return a place at the right end of ``part``, which moves most while it grows."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] - 8, box["y"] + box["height"] / 2


def _press(page: Page, place: tuple[float, float]) -> None:
    """Press and release the mouse at ``place`` as quickly as a person does."""
    page.mouse.move(*place)
    page.mouse.down()
    page.wait_for_timeout(PRESS_MS)
    page.mouse.up()
