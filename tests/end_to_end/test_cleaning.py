"""Write a recipe, look at what it does, clean a dataset, and take it back, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.images import take_image
from tests.end_to_end.test_editors import call
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 60_000
TEXTS = {
    "plain.txt": "酒店很好，下次还来。",
    "marked.txt": "<p>服務很差，請打 13812345678</p>",
    "again.txt": "酒店很好，下次还来。。",
    "other.txt": "早餐種類不多，但是味道不錯 😀",
}


def test_a_recipe_is_previewed_run_kept_and_taken_back(page: Page, site: Site) -> None:
    address = _make_data(page, site)
    page.goto(f"{address}/quality")
    page.get_by_text("Cleaning", exact=True).click()
    page.wait_for_url(re.compile("part=cleaning"))
    for name in (
        "Remove HTML, emoji and links",
        "Traditional to simplified Chinese",
        "Mask personal data",
        "Remove near duplicates",
    ):
        page.get_by_role("button", name="Add a step").click()
        page.get_by_role("menuitem", name=name).click()
    page.get_by_label("Bits that may differ").fill("14")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Of 4 samples: 2 would change, 1 would go")).to_be_visible(
        timeout=JOB_MS
    )
    marked = page.get_by_role("article", name="marked.txt")
    expect(marked.locator("ins")).to_contain_text(["务", "请", "[PHONE]"])
    assert serious_findings(page) == []
    take_image(page, "cleaning-preview")

    page.get_by_role("button", name="Save the recipe").click()
    page.get_by_role("dialog").get_by_label("Name of the recipe").fill("Reviews")
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Clean 4 samples").click()
    page.get_by_role("dialog").get_by_role("button", name="Clean 4 samples").click()
    run = page.get_by_role("article", name="Reviews")
    expect(run.get_by_role("status")).to_contain_text("2 changed, 1 left out", timeout=JOB_MS)
    expect(page.get_by_role("tab", name="Trash 3")).to_be_visible()
    run.get_by_role("button", name="Undo").click()
    expect(run.get_by_role("status")).to_contain_text("Taken back", timeout=JOB_MS)
    expect(page.get_by_role("tab", name="Trash 2")).to_be_visible()


def _make_data(page: Page, site: Site) -> str:
    """Bring in four reviews; return the address of the dataset."""
    person = {"name": "Kim", "email": "kim@cleaning.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "Texts"}
    project = call(page, site, "POST", "projects", data={**fields, "task": "text.classification"})
    fields = {"project_id": project["id"], "name": "Reviews"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    session = call(
        page, site, "POST", f"datasets/{dataset}/imports", data={"format": "loose_files"}
    )
    for name, text in TEXTS.items():
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        call(page, site, "POST", f"imports/{session['id']}/files", multipart={"files": file})
    call(page, site, "POST", f"imports/{session['id']}/close")
    return f"/projects/{project['id']}/data/{dataset}"
