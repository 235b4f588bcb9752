"""Somebody searches for the shape of a network that answers in time, and keeps what was found."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.frozen_digits import freeze_digits
from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, create_project, sign_up
from tests.site import Site

NUM_PER_CLASS = 10
NUM_TRIALS = 2
SEARCH_MS = 400_000


def test_a_shape_is_searched_that_answers_in_time_and_its_model_is_kept(
    page: Page, site: Site, tmp_path: Path
) -> None:
    sign_up(page, Person("Ada", "ada@shapes.example", "Shape room"))
    project = create_project(page, "Handwriting")
    version = freeze_digits(page, site, project, tmp_path, NUM_PER_CLASS)
    options = '{"epochs":1}'
    address = f"/projects/{project}/search/new?version={version}&backbone=designed_cnn"
    page.goto(f"{address}&options={options}")
    _put_together(page)
    _watch(page)
    page.get_by_role("button", name="Make it a model version").first.click()
    page.wait_for_url(re.compile(r"/models/[0-9a-f-]{36}"))
    expect(page.get_by_role("heading", name=re.compile("v1"))).to_be_visible()


def _put_together(page: Page) -> None:
    expect(page.get_by_role("heading", name="Architecture")).to_be_visible()
    page.get_by_label("Latency limit (ms)").fill("1000")
    page.get_by_label("Trials at most").fill(str(NUM_TRIALS))
    page.get_by_label("Trials at most").press("Tab")
    # Small shapes are enough to see that it works.
    for place in range(1, 5):
        for what in ("kernel", "blocks", "widening"):
            page.get_by_role("switch", name=f"Vary Stage {place}: {what}").click()
    take_image(page, "architecture-new")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Start search").click()


def _watch(page: Page) -> None:
    page.wait_for_url(re.compile(r"/search/[0-9a-f-]{36}"))
    expect(page.get_by_text("Finished: all trials have been made.")).to_be_visible(
        timeout=SEARCH_MS
    )
    chart = page.get_by_role("figure", name="Score and latency")
    expect(chart).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile(r"^[\d.,]+ ms$")).first).to_be_visible()
    chart.scroll_into_view_if_needed()
    take_image(page, "architecture-study")
    assert serious_findings(page) == []
