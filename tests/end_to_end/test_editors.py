"""Each editor in a real browser: mark something, save it, and find it again after a reload."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.catalog import TASKS, AnnotationKind, Media
from tests.backend.datasets.test_media import audio, video
from tests.backend.images import image
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.mouse import drag
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
TEXT = "Ada Lovelace wrote to Charles Babbage."
CONTENT: dict[Media, tuple[str, Callable[[], bytes]]] = {
    Media.IMAGE: ("one.png", lambda: image(1, (160, 120))),
    Media.TEXT: ("one.txt", TEXT.encode),
    Media.AUDIO: ("one.wav", audio),
    Media.VIDEO: ("one.mp4", video),
}


@dataclass(frozen=True)
class Bench:
    """A dataset with one sample and one label, open in its editor."""

    page: Page
    site: Site
    dataset: str

    def call(self, method: str, path: str, **request: Any) -> Any:
        """Call the API as the person who is signed in."""
        return call(self.page, self.site, method, path, **request)

    def open(self) -> None:
        """Open the editor on all samples, as after closing the browser."""
        project = self.call("GET", f"datasets/{self.dataset}")["project_id"]
        self.page.goto(f"/projects/{project}/label/{self.dataset}?scope=all")

    def regions(self, num: int) -> list[dict[str, Any]]:
        """Return the regions of the sample once there are so many of them."""
        sample = self.call("GET", f"datasets/{self.dataset}/samples")["results"][0]["id"]
        deadline = time.monotonic() + 10
        while True:
            found: list[dict[str, Any]] = self.call("GET", f"samples/{sample}")["regions"]
            if len(found) == num or time.monotonic() > deadline:
                assert len(found) == num, found
                return found
            time.sleep(0.1)


@pytest.fixture
def bench(page: Page, site: Site) -> Callable[[AnnotationKind], Bench]:
    """Make a dataset of the first task that is annotated in some way."""

    def make(kind: AnnotationKind) -> Bench:
        card = next(card for card in TASKS.values() if card.annotation is kind)
        person = {"name": "Eda", "email": f"{uuid4().hex}@editors.example", "password": PASSWORD}
        session = call(page, site, "POST", "users", data={**person, "organisation_name": "Desk"})
        organisation = session["memberships"][0]["organisation"]["id"]
        fields = {"organisation_id": organisation, "name": "Marks", "task": card.key}
        project = call(page, site, "POST", "projects", data=fields)["id"]
        fields = {"project_id": project, "name": "Samples"}
        dataset = call(page, site, "POST", "datasets", data=fields)["id"]
        call(page, site, "POST", f"datasets/{dataset}/labels", data={"name": "thing"})
        address = f"datasets/{dataset}/imports"
        upload = call(page, site, "POST", address, data={"format": "loose_files"})["id"]
        name, content = CONTENT[card.media]
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": content()}
        call(page, site, "POST", f"imports/{upload}/files", multipart={"files": file})
        opened = Bench(page, site, dataset)
        opened.open()
        return opened

    return make


def click(place: Locator, x: float, y: float) -> None:
    """Click a place at shares of its size."""
    box = place.bounding_box()
    assert box is not None
    place.click(position={"x": x * box["width"], "y": y * box["height"]})


def canvas(page: Page) -> Locator:
    """Return the image that is drawn on, once it is there."""
    place = page.get_by_role("application", name="one.png").locator("canvas").last
    # The editor's library is loaded when it is first needed.
    expect(place).to_be_visible(timeout=20_000)
    return place


def test_a_box_is_drawn_found_again_and_removed(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.BOXES)
    drag(desk.page, canvas(desk.page), (0.4, 0.4), (0.6, 0.6))
    (region,) = desk.regions(1)
    assert region["geometry"]["kind"] == "box"
    expect(desk.page.get_by_text("Saved")).to_be_visible()
    expect(desk.page.get_by_role("button", name="one.png: thing")).to_be_visible()
    desk.open()
    click(canvas(desk.page), 0.5, 0.5)
    take_image(desk.page, "editor-boxes")
    desk.page.keyboard.press("Backspace")
    desk.regions(0)


def test_a_thing_is_cut_out_of_its_box_without_a_model(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.OUTLINES)
    place = canvas(desk.page)
    desk.page.get_by_text("Cut out (classical, no model)").click()
    drag(desk.page, place, (0.35, 0.35), (0.65, 0.65))
    (region,) = desk.regions(1)
    assert region["geometry"]["kind"] == "mask"
    take_image(desk.page, "editor-cut-out")


def test_an_outline_is_drawn_corner_by_corner_and_found_again(
    bench: Callable[..., Bench],
) -> None:
    desk = bench(AnnotationKind.OUTLINES)
    place = canvas(desk.page)
    for x, y in ((0.4, 0.4), (0.6, 0.4), (0.5, 0.65)):
        click(place, x, y)
    desk.page.keyboard.press("Enter")
    (region,) = desk.regions(1)
    assert region["geometry"]["kind"] == "polygon"
    assert len(region["geometry"]["rings"][0]) == 3
    desk.open()
    click(canvas(desk.page), 0.5, 0.48)
    take_image(desk.page, "editor-outlines")
    desk.page.keyboard.press("Backspace")
    desk.regions(0)


def test_a_line_of_text_is_drawn_written_and_read_again(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.TEXT_LINES)
    drag(desk.page, canvas(desk.page), (0.4, 0.45), (0.6, 0.55))
    line = desk.page.get_by_role("textbox", name="What is written here")
    line.fill("INVOICE 12")
    line.press("Enter")
    expect(desk.page.get_by_text("Saved")).to_be_visible()
    desk.open()
    click(canvas(desk.page), 0.5, 0.5)
    expect(line).to_have_value("INVOICE 12")
    (region,) = desk.regions(1)
    assert region["text"] == "INVOICE 12"


def test_words_are_marked_by_keyboard_and_found_again(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.SPANS)
    text = desk.page.get_by_role("application", name=re.compile("The text"))
    text.focus()
    for _ in range(12):
        desk.page.keyboard.press("Shift+ArrowRight")
    desk.page.keyboard.press("Enter")
    (region,) = desk.regions(1)
    assert (region["geometry"]["start"], region["geometry"]["end"]) == (0, 12)
    desk.open()
    expect(text.get_by_text("Ada Lovelace").first).to_be_visible()
    expect(desk.page.get_by_role("button", name=re.compile("thing")).last).to_be_visible()
    desk.regions(1)


def test_marks_are_related_by_keys_that_leave_them_as_they_are(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.RELATIONS)
    page = desk.page
    desk.call("POST", f"datasets/{desk.dataset}/labels", data={"name": "wrote to"})
    desk.open()
    text = page.get_by_role("application", name=re.compile("The text"))
    text.focus()
    for length in (12, -8):
        page.keyboard.press("Home" if length > 0 else "End")
        way = "ArrowRight" if length > 0 else "ArrowLeft"
        for _ in range(abs(length)):
            page.keyboard.press(f"Shift+{way}")
        page.keyboard.press("Enter")
    desk.regions(2)
    page.get_by_title("Relations").click()
    marks = page.get_by_role("group", name="Regions")
    marks.get_by_text("Ada Lovelace").click()
    # The key says what the relation is called, not what the first of the two is.
    page.keyboard.press("2")
    marks.get_by_text("Babbage").click()
    relation = page.get_by_role("listitem").filter(has_text="wrote to")
    expect(relation).to_have_text("Ada Lovelace → wrote to → Babbage.")
    expect(page.get_by_text("Saved")).to_be_visible()
    desk.open()
    expect(relation).to_be_visible()
    # The next text is worked on in the same way.
    expect(page.get_by_text("Choose the first of the two.")).to_be_visible()
    take_image(page, "editor-relations")
    assert len({region["label_id"] for region in desk.regions(2)}) == 1


def test_a_transcript_is_written_and_read_again(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.TRANSCRIPT)
    words = desk.page.get_by_role("textbox", name="Transcript")
    words.fill("one two three")
    words.blur()
    expect(desk.page.get_by_text("Saved")).to_be_visible()
    desk.open()
    expect(words).to_have_value("one two three")


def test_an_object_is_followed_through_a_video_and_found_again(
    bench: Callable[..., Bench],
) -> None:
    desk = bench(AnnotationKind.TRACKS)
    stage = desk.page.get_by_role("application", name=re.compile("Frame"))
    drag(desk.page, stage, (0.2, 0.2), (0.5, 0.6))
    found = desk.regions(1)
    assert found[0]["geometry"]["kind"] == "frame_box"
    desk.open()
    followed = desk.page.get_by_role("button", name=re.compile("thing 1.* key frame"))
    expect(followed).to_be_visible()
