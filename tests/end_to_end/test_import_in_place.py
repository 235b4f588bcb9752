"""Take a folder of the server in where it is, look at an image, and see a change told."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.backend.images import image
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.images import take_image
from tests.end_to_end.test_editors import call
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 60_000


def test_a_folder_of_the_server_is_taken_in_where_it_is(page: Page, site: Site) -> None:
    pets = site.data / "shared" / "pets"
    for label in ("cat", "dog"):
        (pets / label).mkdir(parents=True, exist_ok=True)
        for number in range(4):
            content = image(number + 10 * len(label) * ord(label[0]), size=(60, 40))
            (pets / label / f"{number}.png").write_bytes(content)
    before = _kept(site)
    page.goto(f"{_make_dataset(page, site)}/import")
    panel = page.get_by_role("region", name="Or take files in where they are")
    panel.get_by_role("button", name="pets").click()
    expect(panel.get_by_role("button", name="cat", exact=True)).to_be_visible()
    assert serious_findings(page) == []
    take_image(page, "import-in-place")
    panel.get_by_role("button", name="Look at these files").click()
    expect(page.get_by_text("8 files in shared/pets")).to_be_visible()
    guess = page.get_by_role("radio", name=re.compile("A folder per class.*our guess"))
    expect(guess).to_be_checked()
    assert serious_findings(page) == []
    take_image(page, "import-in-place-found")
    page.get_by_role("button", name="Take in").click()
    page.wait_for_url(re.compile("import="))
    expect(page.get_by_role("heading", name="Import finished")).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_text("Taking in pets")).to_be_visible()
    assert _kept(site) == before

    page.get_by_role("link", name="Look at the samples").click()
    expect(page.get_by_role("img").first).to_be_visible()
    expect(page.get_by_text("8 samples", exact=True)).to_be_visible()


def test_the_columns_of_a_table_in_a_folder_of_the_server_are_told_and_changed(
    page: Page, site: Site
) -> None:
    texts = site.data / "shared" / "letters"
    texts.mkdir(parents=True, exist_ok=True)
    dataset = _make_dataset(page, site, "text.classification")
    page.goto(f"{dataset}/import")
    panel = page.get_by_role("region", name="Or take files in where they are")
    panel.get_by_role("button", name="letters").click()
    panel.get_by_role("button", name="Look at these files").click()
    expect(page.get_by_text("Nothing lies in shared/letters yet")).to_be_visible()

    rows = "".join(
        f"{number};A letter of some length about parcel {number};{('good', 'bad')[number % 2]};x\n"
        for number in range(12)
    )
    (texts / "letters.csv").write_text("id;what they wrote;verdict;other\n" + rows)
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("1 file in shared/letters")).to_be_visible()
    columns = page.get_by_role("region", name="What the columns are")
    expect(columns.get_by_role("columnheader", name="what they wrote Text")).to_be_visible()
    expect(columns.get_by_role("columnheader", name="verdict Label")).to_be_visible()
    page.get_by_role("button", name="Take in").click()
    page.wait_for_url(re.compile("import="))
    expect(page.get_by_role("heading", name="Import finished")).to_be_visible(timeout=JOB_MS)
    labels = call(page, site, "GET", f"datasets/{dataset.rsplit('/', 1)[1]}/labels")["results"]
    assert {label["name"] for label in labels} == {"good", "bad"}


def _make_dataset(page: Page, site: Site, task: str = "image.classification") -> str:
    """Make a person with an empty dataset; return its address."""
    person = {"name": "Kim", "email": f"kim@{uuid4().hex}.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "In place"}
    project = call(page, site, "POST", "projects", data={**fields, "task": task})
    fields = {"project_id": project["id"], "name": "Pictures"}
    dataset = call(page, site, "POST", "datasets", data=fields)
    return f"{site.url}/projects/{project['id']}/data/{dataset['id']}"


def _kept(site: Site) -> set[str]:
    """Return the names of the files that the store holds itself."""
    blobs = site.data / "files" / "blobs"
    return {path.name for path in blobs.rglob("*") if path.is_file() and not path.is_symlink()}
