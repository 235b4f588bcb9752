"""Somebody without an account tries a published model on a phone, until its owner ends that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.end_to_end import ready_model
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.digits import write_digits
from tests.end_to_end.members import owner_of_new
from tests.site import Site

TITLE = "Which digit? <b>Try it</b>"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


@pytest.fixture(scope="module")
def owner(browser: Browser, site: Site) -> Iterator[Page]:
    """Olga, on the page where callers of her endpoint are managed."""
    page = owner_of_new(browser, site, viewport={"width": 1440, "height": 900}).page
    project, endpoint = ready_model.publish(page, site, "image.classification")
    page.goto(f"/projects/{project}/deploy/{endpoint}?tab=callers")
    yield page
    page.context.close()


def make_link(owner: Page) -> str:
    """Make a link as people do, and return its address."""
    owner.get_by_role("button", name="New share link").click()
    form = owner.get_by_role("dialog")
    form.get_by_label("Title").fill(TITLE)
    form.get_by_role("button", name="New share link").click()
    shown = owner.get_by_role("dialog", name=TITLE)
    expect(shown.get_by_role("img", name="QR code")).to_be_visible()
    # This installation is opened as 127.0.0.1.
    expect(shown.get_by_text("A phone cannot reach this address")).to_be_visible()
    assert serious_findings(owner) == []
    address = shown.get_by_role("figure", name="Address").locator("code").inner_text()
    shown.get_by_role("button", name="Close").last.click()
    return address


def test_a_guest_tries_a_model_until_the_link_is_revoked(
    owner: Page, browser: Browser, tmp_path: Path
) -> None:
    address = make_link(owner)
    write_digits(tmp_path / "digits", (3,))
    refused: list[str] = []

    def note(response: Response) -> None:
        if response.status >= 400:
            refused.append(f"{response.status} {response.url}")

    with browser.new_context(locale="zh-CN", **PHONE) as context:
        guest = context.new_page()
        guest.on("response", note)
        guest.goto(address)
        expect(guest.get_by_role("heading", level=1)).to_have_text(TITLE)
        assert guest.title() == TITLE
        expect(guest.get_by_role("button", name="拍照")).to_be_visible()
        camera = guest.locator("input[type=file][capture]")
        camera.set_input_files(tmp_path / "digits" / "7" / "003.png")
        expect(guest.get_by_text("用时")).to_be_visible()
        assert guest.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        assert serious_findings(guest) == []
        assert (refused, context.cookies()) == ([], [])
        # Players read the recording that was chosen before it is sent.
        assert guest.evaluate("fetch(URL.createObjectURL(new Blob(['a']))).then((one) => one.ok)")

        owner.reload()
        expect(owner.get_by_role("cell", name="1 of 1,000")).to_be_visible()
        owner.get_by_role("button", name="Revoke").click()
        owner.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(owner.get_by_role("cell", name="Revoked")).to_be_visible()

        camera.set_input_files(tmp_path / "digits" / "1" / "003.png")
        expect(guest.get_by_role("heading", name="链接已吊销")).to_be_visible()
        expect(camera).to_have_count(0)
        assert {one.split(" ")[0] for one in refused} == {"410"}
