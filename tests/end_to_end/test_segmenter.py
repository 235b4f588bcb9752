"""Click-to-segment in a real browser: the weights are put in place, a click becomes a mark."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import easel.runtime
import pytest
from playwright.sync_api import expect

from engine.catalog import AnnotationKind
from tests.backend.images import image
from tests.end_to_end.images import take_image
from tests.end_to_end.mouse import drag
from tests.end_to_end.test_editors import Bench, bench, canvas
from tests.engine.clicks import write_weights
from tests.site import Site

__all__ = ["bench"]

NAME = "workshop/tiny-sam"
CONTENT = image(1, (160, 120))


@pytest.fixture
def weights(site: Site) -> Iterator[Path]:
    """Put small weights where an administrator would."""
    folder = site.data / "pretrained" / NAME
    write_weights(folder)
    yield folder
    shutil.rmtree(site.data / "pretrained")


def test_a_thing_is_cut_out_by_a_model_that_starts_on_first_use(
    weights: Path, site: Site, bench: Callable[[AnnotationKind], Bench]
) -> None:
    desk = bench(AnnotationKind.OUTLINES)
    page = desk.page
    place = canvas(page)
    page.get_by_text("Cut out (classical, no model)").click()
    expect(page.get_by_text(f"The model {NAME} is")).to_be_visible()
    take_image(page, "segmenter-starting")
    tool = page.get_by_text(f"Cut out ({NAME})")
    expect(tool).to_be_visible(timeout=150_000)

    asked: list[dict[str, Any]] = []
    page.on(
        "request",
        lambda request: (
            asked.append(request.post_data_json) if request.url.endswith("/segments") else None
        ),
    )
    # A click, which is dropped; then a box, and a click on what does not belong to it.
    middle = place.bounding_box()
    assert middle is not None
    place.click(position={"x": middle["width"] * 0.5, "y": middle["height"] * 0.5})
    expect(page.get_by_role("button", name="Drop (Esc)")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text(f"The model {NAME} cuts out")).to_be_visible()
    desk.regions(0)

    drag(page, place, (0.4, 0.4), (0.6, 0.62))
    keep = page.get_by_role("button", name="Keep (Enter)")
    expect(keep).to_be_enabled()
    place.click(button="right", position={"x": middle["width"] * 0.5, "y": middle["height"] * 0.5})
    expect(keep).to_be_enabled()
    take_image(page, "segmenter-draft")
    page.keyboard.press("Enter")
    (region,) = desk.regions(1)
    assert region["geometry"]["kind"] == "mask"
    expect(page.get_by_text("Saved")).to_be_visible()
    _require_as_the_package_says(site, asked[-1], region["geometry"]["counts"])


def _require_as_the_package_says(site: Site, asked: dict[str, Any], counts: str) -> None:
    """Ask the package itself the same: the mask must be what it says, where it says."""
    assert asked["points"] == [pytest.approx({"x": 80, "y": 60, "positive": False}, abs=1)]
    box = asked["box"]
    assert box["left"] + box["width"] / 2 == pytest.approx(80, abs=1)
    assert box["top"] + box["height"] / 2 > 60
    (package,) = site.data.glob("segmenters/*/package")
    (response,) = easel.runtime.load(package).predict({"image": CONTENT, "prompt": asked})
    assert response.document()["mask"] == counts
