"""Two people on one set of blood cells: one hands out and reviews, the other labels and fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from easel.client import Client
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.api import call
from tests.end_to_end.drafts import wait_until_kept
from tests.end_to_end.images import take_image
from tests.end_to_end.mouse import drag
from tests.shared import shared_data
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
DESKTOP = {"width": 1440, "height": 900}
INSTRUCTIONS = "# Blood cells\nMark **every** white cell.\n\n- whole cells\n- cut cells too"


@pytest.fixture
def owner(page: Page, site: Site) -> Page:
    """Olga, who owns the organisation."""
    person = {"name": "Olga", "email": f"olga@{uuid4().hex}.example", "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "organisation_name": "Laboratory"})
    return page


@pytest.fixture
def annotator(browser: Browser, site: Site, owner: Page) -> Iterator[Page]:
    """Ann in a browser of her own, who was invited to label and nothing else."""
    organisation = call(owner, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    email = f"ann@{uuid4().hex}.example"
    fields = {"email": email, "role": "contributor"}
    address = f"organisations/{organisation}/invitations"
    invitation = call(owner, site, "POST", address, data=fields)
    context = browser.new_context(viewport=DESKTOP, base_url=site.url, locale="en-US")
    context.set_default_timeout(20_000)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    person = {"name": "Ann", "email": email, "password": PASSWORD}
    token = {"invitation_token": invitation["token"]}
    call(page, site, "POST", "users", data={**person, **token})
    yield page
    context.close()
    assert broken == []


def blood_cells(page: Page, site: Site) -> tuple[str, str]:
    """Make a project with three images and one label; return project and dataset."""
    images = sorted((shared_data("blood_cells") / "JPEGImages").iterdir())[:3]
    organisation = call(page, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "name": "Cells", "task": "image.object_detection"}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Smears"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    call(page, site, "POST", f"datasets/{dataset}/labels", data={"name": "white cell"})
    address = f"datasets/{dataset}/imports"
    upload = call(page, site, "POST", address, data={"format": "loose_files"})["id"]
    for image in images:
        file = {"name": image.name, "mimeType": "image/jpeg", "buffer": image.read_bytes()}
        call(page, site, "POST", f"imports/{upload}/files", multipart={"files": file})
    return project, dataset


def hand_out(page: Page, project: str, dataset: str) -> str:
    """Hand the samples to Ann in the browser; return the assignment."""
    page.goto(f"/projects/{project}/data/{dataset}/browse")
    page.get_by_role("link", name="Hand out").click()
    expect(page.get_by_text("All samples: 3")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("First round")
    page.get_by_label("Annotators", exact=True).click()
    page.get_by_title("Ann · Contributor").click()
    page.keyboard.press("Escape")
    page.get_by_label("Instructions").fill(INSTRUCTIONS)
    take_image(page, "assignment-new")
    page.get_by_role("button", name="Hand out").click()
    page.wait_for_url(re.compile(r"/assignments/[0-9a-f-]{36}$"))
    expect(page.get_by_role("heading", name="First round")).to_be_visible()
    return page.url.split("/")[-1]


def stage(page: Page) -> Any:
    """Return the image that is drawn on, once it is there."""
    place = page.get_by_role("application").locator("canvas").last
    expect(place).to_be_visible(timeout=20_000)
    return place


def test_two_people_label_review_fix_and_accept(owner: Page, annotator: Page, site: Site) -> None:
    project, dataset = blood_cells(owner, site)
    assignment = hand_out(owner, project, dataset)

    annotator.goto("/")
    expect(annotator.get_by_role("heading", name="First round")).to_be_visible()
    take_image(annotator, "assignment-own-work")
    annotator.get_by_role("link", name="Label").click()
    expect(annotator.get_by_text("Mark every white cell.")).to_be_visible()
    take_image(annotator, "assignment-instructions")
    annotator.get_by_role("button", name="Hide the instructions").click()
    drag(annotator, stage(annotator), (0.3, 0.3), (0.5, 0.5))
    expect(annotator.get_by_text("Saved")).to_be_visible()
    take_image(annotator, "assignment-work")
    annotator.get_by_role("button", name="Hand in").click()
    expect(annotator.get_by_text("2 left in your batch")).to_be_visible()
    annotator.get_by_role("button", name="Skip").click()
    annotator.get_by_label("Why can this sample").fill("Out of focus.")
    annotator.get_by_role("dialog").get_by_role("button", name="Skip").click()
    expect(annotator.get_by_text("1 left in your batch")).to_be_visible()

    owner.goto(f"/assignments/{assignment}/review")
    canvas = stage(owner)
    box = canvas.bounding_box()
    assert box is not None
    canvas.click(position={"x": 0.4 * box["width"], "y": 0.4 * box["height"]})
    comment = owner.get_by_role("textbox", name="Comment on: white cell")
    comment.fill("Take in the whole cell.")
    owner.get_by_role("button", name="Add comment").click()
    take_image(owner, "assignment-review")
    owner.get_by_role("button", name="Return").click()
    expect(owner.get_by_text("Returned").last).to_be_visible()

    annotator.goto("/")
    expect(annotator.get_by_text("1 came back with comments")).to_be_visible()
    annotator.get_by_role("link", name="Fix and label").click()
    annotator.get_by_role("button", name="Hide the instructions").click()
    expect(annotator.get_by_text("Take in the whole cell.")).to_be_visible()
    drag(annotator, stage(annotator), (0.6, 0.6), (0.8, 0.8))
    expect(annotator.get_by_text("Saved")).to_be_visible()
    take_image(annotator, "assignment-fix")
    annotator.get_by_role("button", name="Hand in").click()
    expect(annotator.get_by_text("1 left in your batch")).to_be_visible()

    owner.goto(f"/assignments/{assignment}/review")
    stage(owner)
    # The page shows it before the server has it.
    with owner.expect_response(lambda response: response.request.method != "GET"):
        owner.keyboard.press("a")
    expect(owner.get_by_text("Accepted").last).to_be_visible()
    samples = call(owner, site, "GET", f"datasets/{dataset}/samples?labelled=true")["results"]
    assert len(samples) == 1
    regions = call(owner, site, "GET", f"samples/{samples[0]['id']}")["regions"]
    assert [region["author"]["name"] for region in regions] == ["Ann", "Ann"]
    owner.goto(f"/projects/{project}/label/assignments/{assignment}")
    expect(owner.get_by_role("heading", name="First round")).to_be_visible()
    take_image(owner, "assignment")


def test_a_large_assignment_is_made_by_a_job(owner: Page, site: Site, tmp_path: Path) -> None:
    organisation = call(owner, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "name": "Many", "task": "text.classification"}
    project = call(owner, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Notes"}
    dataset = call(owner, site, "POST", "datasets", data=fields)["id"]
    notes = tmp_path / "notes.csv"
    lines = (f"note {number} of a long list" for number in range(2100))
    notes.write_text("\n".join(["text", *lines]))
    fields = {"name": "key", "organisation_id": organisation, "scopes": ["read", "write"]}
    key = call(owner, site, "POST", "api-keys", data=fields)["secret"]
    with Client(site.url, api_key=key) as client:
        upload = client.imports.archive(dataset, str(notes), format="text_table")
        client.jobs.wait(upload["job"]["id"])

    owner.goto(f"/projects/{project}/label/assignments/new?dataset={dataset}")
    owner.get_by_label("Name", exact=True).fill("All notes")
    owner.get_by_label("Annotators", exact=True).click()
    owner.get_by_title(re.compile("^Olga")).click()
    owner.keyboard.press("Escape")
    owner.get_by_role("button", name="Hand out").click()
    expect(owner.get_by_role("heading", name="All notes")).to_be_visible()
    take_image(owner, "assignments-making")
    # The page turns by itself once everything is there.
    expect(owner.get_by_role("link", name="2,100 samples of Notes")).to_be_visible(timeout=60_000)
    expect(owner.get_by_role("button", name="Close", exact=True)).to_be_visible()


def test_an_answer_that_was_not_saved_survives_a_reload(
    owner: Page, annotator: Page, site: Site
) -> None:
    project, dataset = blood_cells(owner, site)
    assignment = hand_out(owner, project, dataset)
    annotator.goto(f"/assignments/{assignment}/work")
    annotator.get_by_role("button", name="Hide the instructions").click()
    drag(annotator, stage(annotator), (0.3, 0.3), (0.5, 0.5))
    expect(annotator.get_by_text("Saved")).to_be_visible()
    saved = re.compile(r"/work-items/[0-9a-f-]+/answer$")
    annotator.route(saved, lambda route: route.abort())
    drag(annotator, stage(annotator), (0.6, 0.6), (0.8, 0.8))
    annotator.get_by_role("button", name="Hand in").click()
    expect(annotator.get_by_text("Saved", exact=True)).not_to_be_visible()
    annotator.once("dialog", lambda dialog: dialog.accept())
    wait_until_kept(annotator, done=True)
    annotator.unroute(saved)
    annotator.reload()
    # Both marks, and that the answer was done, were kept.
    expect(annotator.get_by_text("2 left in your batch")).to_be_visible()
    items = call(owner, site, "GET", f"assignments/{assignment}/items?state=submitted")["results"]
    assert len(items) == 1
    seen = call(owner, site, "GET", f"work-items/{items[0]['id']}")
    assert len(seen["sample"]["regions"]) == 2
