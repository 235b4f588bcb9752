"""Take a folder of the server in where it is, look at a picture, and see a change told."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.backend.pictures import picture
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.pictures import take_picture
from tests.end_to_end.test_editors import call
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 60_000


def test_a_folder_of_the_server_is_taken_in_where_it_is(page: Page, site: Site) -> None:
    pets = site.data / "shared" / "pets"
    for label in ("cat", "dog"):
        (pets / label).mkdir(parents=True, exist_ok=True)
        for number in range(4):
            content = picture(number + 10 * len(label) * ord(label[0]), size=(60, 40))
            (pets / label / f"{number}.png").write_bytes(content)
    before = _kept(site)
    page.goto(f"{_make_dataset(page, site)}/import")
    panel = page.get_by_role("region", name="Or take files in where they are")
    panel.get_by_role("button", name="pets").click()
    expect(panel.get_by_role("button", name="cat", exact=True)).to_be_visible()
    # A button that is pointed at changes its colours for a moment.
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    assert serious_findings(page) == []
    take_picture(page, "import-in-place")
    panel.get_by_role("button", name="Take in").click()
    page.wait_for_url(re.compile("import="))
    expect(page.get_by_role("heading", name="Import finished")).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_text("Taking in pets")).to_be_visible()
    assert _kept(site) == before

    page.get_by_role("link", name="Look at the samples").click()
    expect(page.get_by_role("img").first).to_be_visible()
    expect(page.get_by_text("8 samples", exact=True)).to_be_visible()


def _make_dataset(page: Page, site: Site) -> str:
    """Make a person with an empty dataset; return its address."""
    person = {"name": "Kim", "email": "kim@in-place.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "In place"}
    project = call(page, site, "POST", "projects", data={**fields, "task": "image.classification"})
    fields = {"project_id": project["id"], "name": "Pictures"}
    dataset = call(page, site, "POST", "datasets", data=fields)
    return f"{site.url}/projects/{project['id']}/data/{dataset['id']}"


def _kept(site: Site) -> set[str]:
    """Return the names of the files that the store holds itself."""
    blobs = site.data / "files" / "blobs"
    return {path.name for path in blobs.rglob("*") if path.is_file() and not path.is_symlink()}
