"""Suggestions in a real browser: asked for, accepted, corrected, rejected, and taken back."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.test_editors import PASSWORD
from tests.sdk.tiny_package import plain_image
from tests.site import Site

COLOURS = {"red": (220, 20, 20), "green": (20, 200, 20)}


class Desk:
    """A dataset of plain images, some of each colour labelled."""

    def __init__(
        self, page: Page, site: Site, owner: str, *, each: int = 4, num_labelled: int = 1
    ) -> None:
        self.page, self.site = page, site
        email = f"{owner.lower()}@suggestions.example"
        person = {"name": owner, "email": email, "password": PASSWORD}
        session = self.call("POST", "users", data={**person, "organisation_name": "Desk"})
        organisation = session["memberships"][0]["organisation"]["id"]
        fields = {"organisation_id": organisation, "name": "Plain", "task": "image.classification"}
        self.project = self.call("POST", "projects", data=fields)["id"]
        fields = {"project_id": self.project, "name": "Samples"}
        self.dataset = self.call("POST", "datasets", data=fields)["id"]
        upload = self.call(
            "POST", f"datasets/{self.dataset}/imports", data={"format": "loose_files"}
        )["id"]
        for name, colour in COLOURS.items():
            for number in range(each):
                content = plain_image(colour, 40 + number, 48)
                file = {"name": f"{name}{number}.png", "mimeType": "image/png", "buffer": content}
                self.call("POST", f"imports/{upload}/files", multipart={"files": file})
        labels = {
            name: self.call("POST", f"datasets/{self.dataset}/labels", data={"name": name})["id"]
            for name in COLOURS
        }
        for sample in self.samples():
            name = sample["name"].removesuffix(".png").rstrip("0123456789")
            if int(sample["name"].removesuffix(".png").removeprefix(name)) < num_labelled:
                self.call(
                    "PUT",
                    f"samples/{sample['id']}/labels",
                    data={"label_ids": [labels[name]], "revision": 0},
                )

    def call(self, method: str, path: str, **request: Any) -> Any:
        return call(self.page, self.site, method, path, **request)

    def samples(self, **query: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.call(
            "GET", f"datasets/{self.dataset}/samples", params=query
        )["results"]
        return found

    def open(self, query: str = "") -> None:
        self.page.goto(f"/projects/{self.project}/label/{self.dataset}{query}")


def test_a_quick_classifier_suggests_and_people_answer(page: Page, site: Site) -> None:
    desk = Desk(page, site, "Eda")
    desk.open()
    page.get_by_role("button", name="Suggestions").click()
    ask = page.get_by_role("dialog")
    ask.get_by_label(re.compile("^A quick classifier")).check()
    ask.get_by_role("button", name="Suggest", exact=True).click()
    expect(ask.get_by_text("Done", exact=True)).to_be_visible(timeout=60_000)
    # Two labelled samples make nobody sure.
    expect(ask.get_by_text("No suggestion is as sure as that.")).to_be_visible()
    take_image(page, "suggestions-ask")
    page.keyboard.press("Escape")
    expect(ask).to_be_hidden()

    bar = page.get_by_role("region", name="Suggestions of a model")
    expect(bar.get_by_text("Quick classifier:")).to_be_visible()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_text("3 of 8")).to_be_visible()
    expect(page.get_by_text("Saved")).to_be_visible()
    assert len(desk.samples(source="model")) == 1
    expect(page.get_by_role("img", name="red2.png", exact=True)).to_be_visible()
    expect(bar.get_by_role("button", name="Reject")).to_be_visible()
    page.keyboard.press("Shift+Backspace")
    expect(bar.get_by_role("button", name="Bring it back")).to_be_visible()
    bar.get_by_role("button", name="Bring it back").click()
    expect(bar.get_by_role("button", name="Reject")).to_be_visible()

    # The wall: one is spared, the rest is accepted, and undone.
    desk.open("?mode=suggested")
    wall = page.get_by_role("group", name="Samples of this session")
    tiles = wall.get_by_role("button")
    expect(tiles).to_have_count(3)
    tiles.first.click()
    take_image(page, "suggestions-wall")
    page.get_by_role("button", name="Accept 2, put 1 aside").click()
    expect(page.get_by_text("5 of 8")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("3 of 8")).to_be_visible()
    expect(page.get_by_text("Saved")).to_be_visible()

    # Without looking, and back.
    page.get_by_role("button", name="Suggestions").click()
    many = page.get_by_role("dialog").get_by_role("region", name="Accept without looking")
    threshold = many.get_by_role("slider")
    for _ in range(10):
        threshold.press("ArrowLeft")
    many.get_by_role("button", name=re.compile("^Accept all")).first.click()
    expect(many.get_by_text(re.compile("annotated by the model"))).to_be_visible()
    many.get_by_role("button", name="Take it back").click()
    expect(many.get_by_text(re.compile("before"))).to_be_visible()
    assert len(desk.samples(source="model")) == 1


def test_samples_that_a_model_disputes_are_a_list_by_how_surely(page: Page, site: Site) -> None:
    desk = Desk(page, site, "Finn")
    labels = {
        one["name"]: one["id"]
        for one in desk.call("GET", f"datasets/{desk.dataset}/labels")["results"]
    }
    for sample in desk.samples(unlabelled="true"):
        said = "green" if sample["name"] == "red1.png" else sample["name"][:-5]
        change = {"label_ids": [labels[said]], "revision": 0}
        desk.call("PUT", f"samples/{sample['id']}/labels", data=change)
    desk.open()
    page.get_by_role("button", name="Suggestions").click()
    ask = page.get_by_role("dialog")
    ask.get_by_label(re.compile("^A quick classifier")).check()
    ask.get_by_label(re.compile("^All, to find")).check()
    ask.get_by_role("button", name="Suggest", exact=True).click()
    expect(ask.get_by_text("Done", exact=True)).to_be_visible(timeout=60_000)
    ask.get_by_role("link", name="Show where it disagrees").click()

    expect(page.get_by_text("1 sample", exact=True)).to_be_visible()
    rail = page.get_by_role("complementary", name="Filters")
    expect(rail.get_by_role("button", name=re.compile("^In any way"))).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(rail.get_by_text("At least 50% sure")).to_be_visible()
    take_image(page, "suggestions-disagree")
    rail.get_by_role("button", name=re.compile("^Another label")).click()
    expect(page.get_by_text("1 sample", exact=True)).to_be_visible()
    (disputed,) = desk.samples(disagreement="class:0.5")
    assert disputed["name"] == "red1.png"

    # Once a person corrects the label, nobody disputes it.
    change = {"label_ids": [labels["red"]], "revision": disputed["revision"]}
    desk.call("PUT", f"samples/{disputed['id']}/labels", data=change)
    page.reload()
    expect(page.get_by_text("No sample passes these filters")).to_be_visible()


def test_the_rest_is_suggested_with_one_click_once_ten_are_labelled(page: Page, site: Site) -> None:
    desk = Desk(page, site, "Ten", each=8, num_labelled=5)
    desk.open()
    offer = page.get_by_role("tooltip")
    expect(offer.get_by_text("10 samples are labelled")).to_be_visible()
    take_image(page, "suggestions-first")
    offer.get_by_role("button", name="Suggest the rest").click()
    bar = page.get_by_role("region", name="Suggestions of a model")
    expect(bar.get_by_text("Quick classifier:")).to_be_visible(timeout=60_000)
    expect(offer).to_be_hidden()
