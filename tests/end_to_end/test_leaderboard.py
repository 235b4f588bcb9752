"""Somebody gives Easel a minute for a table, and reads which models were tried."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import numpy as np
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.people import PASSWORD
from tests.site import Site

FREEZE_MS, TRAINING_MS = 60_000, 300_000
NAMES = {"en": "English", "zh-CN": "中文"}
BOARDS = {
    "en": ("Leaderboard: models that were tried", "Blend of all with a weight"),
    "zh-CN": ("排行榜：尝试过的模型", "加权融合"),
}


def test_a_table_is_given_minutes_and_the_report_ranks_what_was_tried(
    page: Page, site: Site
) -> None:
    project, version = _frozen_table(page, site)
    options = json.dumps({"folds": 3, "num_trials": 2})
    page.goto(
        f"/projects/{project}/train/new?version={version}&backbone=ensemble&options={options}"
    )
    minutes = page.get_by_role("spinbutton", name="Time to try models")
    minutes.fill("1")
    minutes.press("Tab")
    page.wait_for_url(re.compile("minutes"))
    take_image(page, "minutes")
    start = page.get_by_role("button", name="Start", exact=True)
    check = page.get_by_role("region", name="Data check")
    expect(check.get_by_text("Nobody chose a target")).to_be_visible()
    expect(start).to_be_disabled()
    for agreement in check.get_by_role("checkbox").all():
        agreement.click()
        expect(agreement).to_be_checked()
    expect(start).to_be_enabled(timeout=60_000)
    start.click()
    model = page.get_by_role("link", name="Open the model")
    failed = page.get_by_text("Failed", exact=True)
    expect(model.or_(failed).first).to_be_visible(timeout=TRAINING_MS)
    tried = page.get_by_role("region", name="Leaderboard", exact=True)
    expect(tried.get_by_text(re.compile(r"LightGBM\W+#\d")).first).to_be_visible()
    expect(tried.get_by_role("columnheader", name="Mean absolute error")).to_be_visible()
    expect(page.get_by_role("region", name="Curves", exact=True)).to_have_count(0)
    take_image(page, "models-of-the-run")
    model.click()
    for language, (heading, blend) in BOARDS.items():
        _speak(page, language)
        board = page.get_by_role("region", name=heading)
        expect(board.get_by_text(re.compile(r"LightGBM\W+#\d$")).first).to_be_visible()
        expect(board.get_by_text(blend, exact=True)).to_be_visible()
        board.scroll_into_view_if_needed()
        take_image(page, f"leaderboard-{language}")
    page.set_viewport_size({"width": 390, "height": 900})
    board.scroll_into_view_if_needed()
    take_image(page, "leaderboard-narrow")
    assert serious_findings(page) == []


def _frozen_table(page: Page, site: Site) -> tuple[str, str]:
    person = {"name": "Lea", "email": f"{uuid4().hex}@board.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Board"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "name": "Prices", "task": "tabular.prediction"}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    dataset = call(page, site, "POST", "datasets", data={"project_id": project, "name": "Rows"})[
        "id"
    ]
    upload = call(page, site, "POST", f"datasets/{dataset}/imports", data={"format": "table"})["id"]
    file = {"name": "prices.csv", "mimeType": "text/csv", "buffer": _rows()}
    call(page, site, "POST", f"imports/{upload}/files", multipart={"files": file})
    split = {"kind": "random", "train": 0.6, "validation": 0.2, "test": 0.2, "seed": 0}
    page.goto(f"/projects/{project}/data/{dataset}/browse")
    page.wait_for_load_state("networkidle")
    version = call(
        page, site, "POST", f"datasets/{dataset}/versions", data={"split": split, "note": ""}
    )
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    expect(page.get_by_text("Train on this").first).to_be_visible(timeout=FREEZE_MS)
    return str(project), str(version["id"])


def _rows() -> bytes:
    """Return a step and a product, which kinds of models grasp differently well."""
    random = np.random.default_rng(0)
    a, b = random.normal(size=(2, 400))
    responses = np.sign(a) * b + a + random.normal(0, 0.5, 400)
    lines = [f"{x:.4f},{y:.4f},{z:.4f}" for x, y, z in zip(a, b, responses, strict=True)]
    return "\n".join(["width,height,price", *lines, ""]).encode()


def _speak(page: Page, language: str) -> None:
    if page.locator(f"html[lang='{language}']").count() == 0:
        page.get_by_role("button", name="English").click()
        page.get_by_role("menuitem", name=NAMES[language]).click()
        page.locator(f"html[lang='{language}']").wait_for(state="attached")
