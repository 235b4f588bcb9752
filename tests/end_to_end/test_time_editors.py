"""Audio, video and tables in a real browser: stretches, tracks, and what columns mean."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.catalog import AnnotationKind
from tests.backend.datasets.test_videos import old_video
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.images import take_image
from tests.end_to_end.mouse import drag
from tests.end_to_end.test_editors import PASSWORD, Bench, bench, call
from tests.site import Site

__all__ = ["bench"]

# A camera that shows a moving clock and a microphone that beeps, and nobody who has to be asked.
DEVICES = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
PERMISSIONS = ["camera", "microphone"]


def new_dataset(page: Page, site: Site, task: str) -> tuple[str, str]:
    """Sign up and make a project with an empty dataset; return both ids."""
    person = {"name": "Tab", "email": f"{uuid4().hex}@time.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Desk"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "name": "Work", "task": task}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Samples"}
    return project, call(page, site, "POST", "datasets", data=fields)["id"]


def arrived(page: Page, site: Site, dataset: str) -> list[dict[str, Any]]:
    """Return the samples of a dataset once there are any."""
    deadline = time.monotonic() + 20
    while True:
        found: list[dict[str, Any]] = call(page, site, "GET", f"datasets/{dataset}/samples")[
            "results"
        ]
        if found or time.monotonic() > deadline:
            return found
        time.sleep(0.2)


def wave(page: Page) -> Locator:
    """Return the wave once it can be drawn on."""
    place = page.locator("[class*=wave]").first
    expect(place.locator("canvas").first).to_be_attached(timeout=20_000)
    return place


def test_a_stretch_of_a_recording_is_drawn_moved_written_and_found_again(
    bench: Callable[..., Bench],
) -> None:
    desk = bench(AnnotationKind.TRANSCRIPT)
    page = desk.page
    drag(page, wave(page), (0.2, 0.4), (0.6, 0.4))
    (region,) = desk.regions(1)
    segment = region["geometry"]
    # The recording is half a second long.
    assert segment["kind"] == "segment"
    assert abs(segment["start_ms"] - 100) < 12
    assert abs(segment["end_ms"] - 300) < 12
    expect(page.get_by_alt_text("Spectrogram")).to_be_visible()
    page.keyboard.press("ArrowRight")
    words = page.get_by_role("textbox", name=re.compile("Transcript of 0:"))
    words.fill("good morning")
    words.press("Enter")
    expect(page.get_by_text("Saved")).to_be_visible()
    desk.open()
    expect(words).to_have_value("good morning")
    (moved,) = desk.regions(1)
    assert moved["geometry"]["start_ms"] == segment["start_ms"] + 10
    assert moved["text"] == "good morning"
    page.get_by_role("button", name="Take the text of the segments").click()
    expect(page.get_by_role("textbox", name="Transcript", exact=True)).to_have_value("good morning")
    take_image(page, "editor-audio")
    page.get_by_role("button", name=re.compile("Remove 0:")).click()
    desk.regions(0)


def test_a_track_is_split_at_a_frame_and_merged_again_by_keys(bench: Callable[..., Bench]) -> None:
    desk = bench(AnnotationKind.TRACKS)
    page = desk.page
    stage = page.get_by_role("application", name=re.compile("Frame"))
    drag(page, stage, (0.1, 0.2), (0.3, 0.6))
    desk.regions(1)
    page.keyboard.press("Shift+Period")
    expect(page.get_by_role("application", name=re.compile("Frame 10;"))).to_be_visible()
    drag(page, stage, (0.6, 0.2), (0.8, 0.6))
    assert [one["geometry"]["frame"] for one in desk.regions(11)] == list(range(11))
    page.keyboard.press("Comma")
    page.keyboard.press("Comma")
    expect(page.get_by_role("application", name=re.compile("Frame 8;"))).to_be_visible()
    page.keyboard.press("Alt+s")
    other = page.get_by_role("button", name="thing 2 2 key frames")
    expect(other).to_be_visible()
    take_image(page, "editor-tracks")
    page.keyboard.press("Alt+m")
    other.click()
    expect(other).to_have_count(0)
    assert {one["geometry"]["track"] for one in desk.regions(11)} == {1}
    page.keyboard.press("[")
    expect(page.get_by_role("application", name=re.compile("Frame 0;"))).to_be_visible()


def test_a_video_that_browsers_refuse_is_made_playable_without_being_asked(
    page: Page, site: Site
) -> None:
    project, dataset = new_dataset(page, site, "video.object_tracking")
    path = f"datasets/{dataset}/imports"
    upload = call(page, site, "POST", path, data={"format": "loose_files"})["id"]
    file = {"name": "old.avi", "mimeType": "video/x-msvideo", "buffer": old_video()}
    call(page, site, "POST", f"imports/{upload}/files", multipart={"files": file})
    call(page, site, "POST", f"datasets/{dataset}/labels", data={"name": "thing"})
    (sample,) = arrived(page, site, dataset)
    page.goto(f"/projects/{project}/label/{dataset}?scope=all")
    stage = page.get_by_role("application", name=re.compile("Frame 0;"))
    expect(stage).to_be_visible(timeout=30_000)
    expect(page.locator("video")).to_have_attribute("src", f"/api/v1/samples/{sample['id']}/video")
    page.keyboard.press("Shift+Period")
    expect(page.get_by_role("application", name=re.compile("Frame 10;"))).to_be_visible()
    # The second time the copy is there.
    page.reload()
    expect(stage).to_be_visible()
    jobs = call(page, site, "GET", f"jobs?project={project}")["results"]
    assert [job["kind"] for job in jobs].count("copy_film") == 1


def test_the_columns_of_a_table_keep_their_parts_and_its_rows_come_by_pages(
    page: Page, site: Site
) -> None:
    project, dataset = new_dataset(page, site, "tabular.prediction")
    upload = call(page, site, "POST", f"datasets/{dataset}/imports", data={"format": "table"})["id"]
    rows = "".join(f"{n},{100 + n % 9},{'old' if n % 4 else 'new'}\n" for n in range(2500))
    file = {"name": "sales.csv", "mimeType": "text/csv", "buffer": f"id,zip,age\n{rows}".encode()}
    call(page, site, "POST", f"imports/{upload}/files", multipart={"files": file})
    page.goto(f"/projects/{project}/data/{dataset}/table")

    page.get_by_role("combobox", name="Part in training: id").click()
    page.get_by_title("Left out").click()
    page.get_by_role("combobox", name="Holds: zip").click()
    page.get_by_title("Category", exact=True).click()
    page.get_by_placeholder("Go to row").fill("2401")
    page.get_by_placeholder("Go to row").press("Enter")
    expect(page.get_by_text("Rows 2,401–2,500 of 2,500")).to_be_visible()
    take_image(page, "table-columns")
    said = call(page, site, "GET", f"datasets/{dataset}/table")["columns"]
    assert [(one["role"], one["kind"]) for one in said[:2]] == [
        ("ignore", "number"),
        (None, "category"),
    ]


@pytest.mark.parametrize(
    ("task", "opens", "takes"),
    [
        ("image.classification", "Take images with the camera", "Take an image (Space)"),
        ("speech.recognition", "Record with the microphone", "Record (Space)"),
    ],
)
def test_samples_are_captured_in_the_browser(
    task: str, opens: str, takes: str, site: Site, browser: Browser
) -> None:
    chromium = launch_chromium(browser.browser_type, DEVICES)
    page = chromium.new_page(base_url=site.url, locale="en-US", permissions=PERMISSIONS)
    project, dataset = new_dataset(page, site, task)
    page.goto(f"/projects/{project}/data/{dataset}/import")
    page.get_by_role("button", name=opens).click()
    take = page.get_by_role("button", name=takes)
    expect(take).to_be_enabled(timeout=20_000)
    take.click()
    if task.startswith("speech"):
        page.wait_for_timeout(1200)
        page.get_by_role("button", name="Stop (Space)").click()
        recording = page.locator("audio")
        deadline = time.monotonic() + 20
        while not (seconds := recording.evaluate("audio => audio.duration || 0")):
            assert time.monotonic() < deadline, "the recording cannot be played"
            time.sleep(0.1)
        assert 0.5 < seconds < 10
    add = page.get_by_role("button", name="Add 1 sample")
    expect(add).to_be_enabled(timeout=20_000)
    take_image(page, f"capture-{task}")
    add.click()
    (sample,) = arrived(page, site, dataset)
    assert sample["name"].startswith(("camera-", "microphone-"))
    chromium.close()
