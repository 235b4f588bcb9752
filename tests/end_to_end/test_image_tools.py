"""Tools for images in a real browser: turn, layers, key points, copies, and unsaved work."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.catalog import AnnotationKind
from tests.backend.images import image
from tests.end_to_end.drafts import wait_until_kept
from tests.end_to_end.images import take_image
from tests.end_to_end.mouse import drag
from tests.end_to_end.test_editors import Bench, bench, canvas, click

__all__ = ["bench"]

SAVED = "**/api/v1/samples/*/annotations"


@pytest.fixture
def desk(bench: Callable[[AnnotationKind], Bench]) -> Bench:
    """Open a dataset of boxes with two images, on the first of them."""
    desk = bench(AnnotationKind.BOXES)
    upload = desk.call("POST", f"datasets/{desk.dataset}/imports", data={"format": "loose_files"})
    file = {"name": "two.png", "mimeType": "image/png", "buffer": image(2, (160, 120))}
    desk.call("POST", f"imports/{upload['id']}/files", multipart={"files": file})
    show(desk, "one.png")
    return desk


def show(desk: Bench, name: str) -> None:
    """Open the editor on one of the samples."""
    found = {one["name"]: one["id"] for one in samples(desk)}
    project = desk.call("GET", f"datasets/{desk.dataset}")["project_id"]
    address = f"/projects/{project}/label/{desk.dataset}?scope=all&sample={found[name]}"
    desk.page.goto(address)
    expect(desk.page.get_by_role("application", name=name).locator("canvas").last).to_be_visible()


def samples(desk: Bench) -> list[dict[str, Any]]:
    """Return the samples, the newest first; the editor begins with the oldest."""
    found: list[dict[str, Any]] = desk.call("GET", f"datasets/{desk.dataset}/samples")["results"]
    return found


def regions(desk: Bench, name: str) -> list[dict[str, Any]]:
    """Return what is saved of a sample, once the page says that all is."""
    expect(desk.page.get_by_text("Saved", exact=True)).to_be_visible()
    (sample,) = (one["id"] for one in samples(desk) if one["name"] == name)
    found: list[dict[str, Any]] = desk.call("GET", f"samples/{sample}")["regions"]
    return found


def marks(page: Page, num: int) -> None:
    """Wait until the list of regions holds so many."""
    title = f"{num} region" if num == 1 else f"{num} regions"
    expect(page.get_by_text(title, exact=True)).to_be_visible()


def test_a_box_is_turned_by_key_and_by_its_handle_and_stands_upright_again(desk: Bench) -> None:
    page = desk.page
    drag(page, canvas(page), (0.4, 0.4), (0.6, 0.5))
    page.keyboard.press("}")
    page.keyboard.press("]")
    marks(page, 1)
    (turned,) = regions(desk, "one.png")
    assert turned["geometry"]["kind"] == "quad"
    first, second = turned["geometry"]["points"][:2]
    assert second[1] > first[1], "16 degrees clockwise"
    take_image(page, "editor-turned-box")
    for _ in range(16):
        page.keyboard.press("[")
    (upright,) = regions(desk, "one.png")
    assert upright["geometry"]["kind"] == "box"
    page.keyboard.press("q")
    drag(page, canvas(page), (0.6, 0.5), (0.65, 0.6))
    (pulled,) = regions(desk, "one.png")
    assert pulled["geometry"]["kind"] == "quad"
    assert pulled["geometry"]["points"][0] == [
        upright["geometry"]["left"],
        upright["geometry"]["top"],
    ]


def test_marks_are_hidden_locked_ordered_and_copied_to_the_next_image(desk: Bench) -> None:
    page = desk.page
    second, first = (one["name"] for one in samples(desk))
    show(desk, first)
    place = page.get_by_role("application", name=first).locator("canvas").last
    drag(page, place, (0.35, 0.35), (0.5, 0.5))
    page.keyboard.press("Escape")
    drag(page, place, (0.6, 0.6), (0.7, 0.7))
    marks(page, 2)
    below, above = (one["id"] for one in regions(desk, first))
    page.get_by_role("button", name="One place lower").click()
    assert [one["id"] for one in regions(desk, first)] == [above, below]
    page.get_by_role("button", name="Lock 1 thing").click()
    page.keyboard.press("Escape")
    click(place, 0.65, 0.65)
    expect(page.get_by_role("button", name="1 thing", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
    page.get_by_role("button", name=re.compile("^Hide thing")).click()
    take_image(page, "editor-layers")
    page.get_by_role("button", name=re.compile("^Show thing")).click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("application", name=second)).to_be_visible()
    page.keyboard.press("p")
    marks(page, 2)
    assert len(regions(desk, second)) == 2
    page.keyboard.press("Control+z")
    marks(page, 0)
    page.keyboard.press("Control+y")
    marks(page, 2)
    assert len(regions(desk, second)) == 2


def test_key_points_are_placed_named_covered_and_kept(desk: Bench) -> None:
    page = desk.page
    place = canvas(page)
    drag(page, place, (0.35, 0.35), (0.65, 0.65))
    page.keyboard.press("k")
    click(place, 0.4, 0.4)
    name = page.get_by_role("textbox", name="Name of the point 1")
    name.fill("nucleus")
    name.press("Enter")
    click(place, 0.6, 0.6)
    page.get_by_role("button", name="2 is covered").click()
    page.get_by_role("button", name="2 is visible").wait_for()
    (region,) = regions(desk, "one.png")
    assert region["geometry"]["kind"] == "box"
    found = [(point["name"], point["is_visible"]) for point in region["points"]]
    assert found == [("nucleus", True), ("2", False)]
    take_image(page, "editor-key-points")
    drag(page, place, (0.4, 0.4), (0.45, 0.5))
    (moved,) = regions(desk, "one.png")
    assert moved["points"][0]["x"] > region["points"][0]["x"]
    assert moved["geometry"] == region["geometry"]


def test_unsaved_marks_and_steps_back_survive_a_reload(desk: Bench) -> None:
    page = desk.page
    place = canvas(page)
    drag(page, place, (0.35, 0.35), (0.5, 0.5))
    assert len(regions(desk, "one.png")) == 1
    page.route(SAVED, lambda route: route.abort())
    page.keyboard.press("Escape")
    drag(page, place, (0.6, 0.6), (0.7, 0.7))
    marks(page, 2)
    expect(page.get_by_text("Saved", exact=True)).not_to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    wait_until_kept(page, steps=2)
    page.reload()
    marks(page, 2)
    page.unroute(SAVED)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible(timeout=20_000)
    assert len(regions(desk, "one.png")) == 2
    page.keyboard.press("Control+z")
    marks(page, 1)
    page.keyboard.press("Control+z")
    marks(page, 0)
    assert regions(desk, "one.png") == []


def test_unsaved_marks_do_not_overwrite_what_somebody_said_meanwhile(desk: Bench) -> None:
    page = desk.page
    page.route(SAVED, lambda route: route.abort())
    drag(page, canvas(page), (0.35, 0.35), (0.5, 0.5))
    marks(page, 1)
    (sample,) = (one for one in samples(desk) if one["name"] == "one.png")
    body = {"revision": sample["revision"], "is_negative": True}
    desk.call("PUT", f"samples/{sample['id']}/annotations", data=body)
    page.once("dialog", lambda dialog: dialog.accept())
    wait_until_kept(page, steps=1)
    page.unroute(SAVED)
    page.reload()
    mine = page.get_by_role("button", name=re.compile("Use mine"))
    expect(mine).to_be_visible()
    take_image(page, "editor-conflict")
    mine.click()
    assert len(regions(desk, "one.png")) == 1
