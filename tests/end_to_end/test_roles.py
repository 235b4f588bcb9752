"""Nobody is offered what their role may not do: pages ask for nothing that is refused."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.api import call
from tests.end_to_end.people import PASSWORD
from tests.end_to_end.places import OF_CONTRIBUTOR, addresses
from tests.site import Site

DESKTOP = {"width": 1440, "height": 900}
LONG = "9" * 400
OFFERED = (
    "New run", "Train a model", "Publish a model", "Freeze", "Freeze a version", "Import",
    "Choose files", "Delete", "Delete for good", "Empty the trash", "Assign these", "Invite",
    "Start", "Start search", "Create project", "Save", "Find mistakes",
)  # fmt: skip
ANY_OFFER = re.compile(f"^({'|'.join(map(re.escape, OFFERED))})$")


@pytest.fixture
def owner(page: Page, site: Site) -> Page:
    """Olga, who owns the organisation."""
    person = {"name": "Olga", "email": f"olga@{uuid4().hex}.example", "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "organisation_name": "Laboratory"})
    return page


@contextmanager
def member(
    browser: Browser, site: Site, owner: Page, role: str
) -> Iterator[tuple[Page, list[str]]]:
    """Somebody else of the organisation, and what was refused them."""
    organisation = call(owner, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    email = f"{role}@{uuid4().hex}.example"
    invited = call(
        owner,
        site,
        "POST",
        f"organisations/{organisation}/invitations",
        data={"email": email, "role": role},
    )
    context = browser.new_context(viewport=DESKTOP, base_url=site.url, locale="en-US")
    page = context.new_page()
    refused: list[str] = []
    page.on(
        "response",
        lambda response: (
            refused.append(f"{page.url}: {response.url}") if response.status in (401, 403) else None
        ),
    )
    person = {"name": role.title(), "email": email, "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "invitation_token": invited["token"]})
    refused.clear()
    yield page, refused
    context.close()


def filled_project(page: Page, site: Site) -> tuple[str, str]:
    """Make a project with one labelled image and a description of one long word."""
    organisation = call(page, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "name": "Cells", "task": "image.classification"}
    project = call(page, site, "POST", "projects", data={**fields, "description": LONG})["id"]
    fields = {"project_id": project, "name": "Smears", "description": LONG}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    upload = call(page, site, "POST", f"datasets/{dataset}/imports", data={"format": "loose_files"})
    file = io.BytesIO()
    Image.new("RGB", (16, 16), (200, 0, 0)).save(file, "PNG")
    sent = {"name": "a.png", "mimeType": "image/png", "buffer": file.getvalue()}
    call(page, site, "POST", f"imports/{upload['id']}/files", multipart={"files": sent})
    return project, dataset


@pytest.mark.parametrize("role", ["viewer", "annotator"])
def test_no_page_offers_or_asks_for_what_a_role_may_not(
    browser: Browser, site: Site, owner: Page, role: str
) -> None:
    project, dataset = filled_project(owner, site)
    with member(browser, site, owner, role) as (page, refused):
        session = call(owner, site, "GET", "session")
        names = {
            "dataset": dataset,
            "sample": call(owner, site, "GET", f"datasets/{dataset}/samples")["results"][0]["id"],
            "organisation": session["memberships"][0]["organisation"]["id"],
        }
        for place in addresses(project, names):
            page.goto(place)
            page.wait_for_load_state("networkidle")
            offers = page.get_by_role("main").get_by_role("button", name=ANY_OFFER)
            own = {"Save"} if place.startswith("/settings") else set()
            assert set(offers.all_inner_texts()) <= own, place
            if place.startswith("/projects") and place.endswith("/new"):
                expect(page.get_by_text("This page needs another role.")).to_be_visible()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= DESKTOP["width"], f"{place} is {width} pixels wide"
        assert refused == []


def test_a_contributor_is_refused_nothing_on_the_pages_they_have(
    browser: Browser, site: Site, owner: Page
) -> None:
    filled_project(owner, site)
    with member(browser, site, owner, "contributor") as (page, refused):
        for place in OF_CONTRIBUTOR:
            page.goto(place)
            page.wait_for_load_state("networkidle")
        assert refused == []
