"""Calls of the digits of the sample project raise no alarm, and those that were changed do."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import numpy as np
import psutil
import pytest
from PIL import Image, ImageFilter, ImageOps

from engine.examples.digits import read_digits
from tests.documents.pages import blocks
from tests.engine.serving.drift.referenced import add_reference
from tests.workers.installation import ROOT, Installation, wait_for

pytestmark = pytest.mark.timeout(600)

NUM_REFERENCE, NUM_CALLS = 300, 500


@pytest.fixture(scope="module")
def digits() -> Sequence[Image.Image]:
    """The digits of the sample project, in an order that says nothing."""
    pixels, _ = read_digits()
    order = np.random.default_rng(1).permutation(len(pixels))
    return [Image.fromarray(pixels[place]).convert("RGB") for place in order]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, digits: Sequence[Image.Image]
) -> Iterator[Installation]:
    """An installation whose training exports a model with the reference of digits."""
    made = Installation(tmp_path_factory.mktemp("drift"))
    try:
        add_reference(made.folder / "package", [file_of(one) for one in digits[:NUM_REFERENCE]])
        made.start()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def endpoint(site: Installation) -> Any:
    """An endpoint of that model, and a key to call it with."""
    run = site.wait_for_run(site.train(steps=2)["id"], "succeeded", timeout_seconds=240)
    body = {"model_version_id": run["model_version_id"], "name": "Digits", "suffix": "digits"}
    path = f"deployments/{site.post('deployments', body)['id']}"
    key = site.post(f"{path}/keys", {"name": "shop"})["secret"]
    wait_for(lambda: site.get(path)["state"] == "running", 240)
    return site.get(path) | {"path": path, "key": key}


def file_of(image: Image.Image) -> bytes:
    """Return an image as callers send it."""
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def call(endpoint: Any, images: Sequence[Image.Image]) -> None:
    """Call the endpoint as an application does."""
    headers = {"Authorization": f"Bearer {endpoint['key']}"}
    with httpx.Client(headers=headers, trust_env=False, timeout=30) as caller:
        for image in images:
            answer = caller.post(endpoint["predict_url"], content=file_of(image))
            assert answer.is_success, answer.text


def windows(site: Installation, endpoint: Any, num: int) -> Any:
    """Wait for so many windows with a verdict; return them, the newest first."""

    def found() -> Any:
        listed = site.get(f"{endpoint['path']}/drift/windows")["results"]
        return listed if len(listed) >= num else None

    return wait_for(found, 240, every_seconds=0.5)


def test_ordinary_calls_are_no_alarm_and_changed_ones_are_within_a_window(
    site: Installation, endpoint: Any, digits: Sequence[Image.Image]
) -> None:
    calls = digits[NUM_REFERENCE:][:NUM_CALLS]
    call(endpoint, calls)
    [ordinary] = windows(site, endpoint, 1)
    assert (ordinary["verdict"], ordinary["num_calls"]) == ("same", NUM_CALLS)
    changes: dict[str, Callable[[Image.Image], Image.Image]] = {
        "input.brightness": ImageOps.invert,
        "input.detail": lambda image: image.filter(ImageFilter.GaussianBlur(1)),
    }
    for place, (feature, change) in enumerate(changes.items()):
        call(endpoint, [change(one) for one in calls])
        latest = windows(site, endpoint, 2 + place)[0]
        assert (latest["verdict"], latest["num_calls"]) == ("drifted", NUM_CALLS)
        report = site.get(f"drift-windows/{latest['id']}")
        assert feature in {one["name"] for one in report["features"] if one["has_drifted"]}


def test_a_call_counts_once_whoever_is_killed_meanwhile(
    site: Installation, endpoint: Any, digits: Sequence[Image.Image]
) -> None:
    path = f"{endpoint['path']}/drift"
    before = counted(site, path)
    for _ in range(3):
        call(endpoint, digits[:40])
        wait_for(lambda: worker_of(site), 30).kill()
        # Its supervisor starts another, which takes over what is there.
        call(endpoint, digits[40:80])
    wait_for(lambda: counted(site, path) >= before + 240, 240, every_seconds=0.5)
    assert counted(site, path) == before + 240
    assert site.client.patch(f"{path}/settings", json={"window_calls": 100}).is_success


def worker_of(site: Installation) -> psutil.Process | None:
    """Return the worker; ``None`` while another is being started."""
    try:
        return site.part("celery")
    except StopIteration:
        return None


def counted(site: Installation, path: str) -> int:
    """Return how many calls are in windows, ended or not."""
    ended = sum(one["num_calls"] for one in site.get(f"{path}/windows")["results"])
    [revision] = site.get(path)["revisions"]
    return int(ended + revision["num_counted"])


def test_the_lines_of_the_guide_say_what_has_changed(
    site: Installation, endpoint: Any, digits: Sequence[Image.Image]
) -> None:
    page = ROOT / "docs" / "how-to" / "watch-for-drift.md"
    [reading] = (text for language, text, _ in blocks(page) if language == "python")
    before = len(site.get(f"{endpoint['path']}/drift/windows")["results"])
    names = {"SITE": site.url, "KEY": site.ids["key"], "DEPLOYMENT": endpoint["id"]}
    exec(reading, done := dict[str, Any](names))
    done["api"].close()
    call(endpoint, [ImageOps.invert(one) for one in digits[:NUM_CALLS]])
    windows(site, endpoint, before + 1)
    exec(reading, done)
    done["api"].close()
    assert "input.brightness" in {name for name, *_ in done["changed"]}
