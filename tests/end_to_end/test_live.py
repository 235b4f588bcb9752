"""A camera and a microphone whose endpoint answers all the time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from engine.examples.files import RATE, write_wav
from engine.examples.image.object_detection import tray
from engine.examples.speech.recognition import dialled
from tests.end_to_end import ready_model, sample_project
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.members import owner_of_new
from tests.site import Site

FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
DIALLED = "4711"
Opened = Callable[[str, str], Page]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what the microphone hears again and again: a dialled number, and silence."""
    path = tmp_path_factory.mktemp("heard") / "dialled.wav"
    number = dialled(DIALLED, np.random.default_rng(5))
    silence = np.random.default_rng(6).normal(0, 0.001, 2 * RATE)
    write_wav(path, np.concatenate([silence, number, silence]))
    return path


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what the camera sees again and again: parts on a tray."""
    path = tmp_path_factory.mktemp("seen") / "parts.mjpeg"
    with path.open("wb") as video:
        for number in range(8):
            image, _ = tray(np.random.default_rng(number))
            for _ in range(20):
                image.resize((640, 512)).save(video, "JPEG", quality=90)
    return path


@pytest.fixture(scope="module")
def watched(browser: Browser, recording: Path, video: Path) -> Iterator[Browser]:
    """Yield a browser with a camera and a microphone that need no person."""
    flags = (
        *FAKE,
        f"--use-file-for-fake-audio-capture={recording}",
        f"--use-file-for-fake-video-capture={video}",
    )
    with launch_chromium(browser.browser_type, flags) as chromium:
        yield chromium


@contextmanager
def _endpoint(
    browser: Browser, site: Site, publish: Callable[[Page, Site], tuple[str, str]]
) -> Iterator[tuple[Page, str]]:
    """Open the page on which an endpoint is tried, with a key; give its id."""
    page = owner_of_new(browser, site, viewport={"width": 1440, "height": 900}).page
    project, endpoint = publish(page, site)
    made = call(page, site, "POST", f"deployments/{endpoint}/keys", data={"name": "live"})
    page.context.grant_permissions(["camera", "microphone"], origin=site.url)
    page.goto(f"/projects/{project}/deploy/{endpoint}?tab=call")
    page.get_by_placeholder("API key").fill(made["secret"])
    yield page, endpoint
    page.context.close()


def _num_calls(page: Page, site: Site, endpoint: str) -> int:
    statistics = call(page, site, "GET", f"deployments/{endpoint}/statistics")
    return int(statistics["num_calls"])


def test_boxes_are_drawn_on_what_the_camera_sees(watched: Browser, site: Site) -> None:
    def publish(owner: Page, site: Site) -> tuple[str, str]:
        return ready_model.publish(owner, site, "image.object_detection")

    with _endpoint(watched, site, publish) as (page, endpoint):
        page.get_by_role("switch", name="Live from the camera").click()
        expect(page.get_by_text(re.compile(r"[\d.]+ frames a second"))).to_be_visible()
        image = page.get_by_role("img", name="what the camera sees")
        first = image.get_attribute("src")
        expect(image).not_to_have_attribute("src", str(first))
        expect(
            page.get_by_role("button", name=re.compile("^(bolt|nut|washer)")).first
        ).to_be_visible()
        assert serious_findings(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        page.get_by_role("switch", name="Live from the camera").click()
        expect(image).to_have_count(0)
        sample_project.wait_until(
            lambda: _num_calls(page, site, endpoint) > 3, "calls that were counted", 60
        )


def _trained_recogniser(owner: Page, site: Site) -> tuple[str, str]:
    """Train what hears dialled numbers; return the ids of its project and endpoint."""
    project = sample_project.begin(owner, site, "speech.recognition", "en")
    sample_project.wait_until(
        lambda: sample_project.is_running(owner, site, project), "an endpoint that answers", 1200
    )
    found = call(owner, site, "GET", f"deployments?project={project}")["results"]
    return project, found[0]["id"]


@pytest.mark.exhaustive
def test_words_appear_while_somebody_speaks(watched: Browser, site: Site) -> None:
    with _endpoint(watched, site, _trained_recogniser) as (page, _):
        page.get_by_role("switch", name="Live from the microphone").click()
        expect(page.get_by_text(DIALLED).first).to_be_visible(timeout=60_000)
