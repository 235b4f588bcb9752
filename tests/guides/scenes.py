"""What is shown of each how-to page."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.benchmarks.tasks.measuring import shared_data
from tests.guides.guide import JOB_MS, Guide

KINDS = ("Banana", "Kiwi", "Orange", "Watermelon")


def clean_your_data(guide: Guide) -> None:
    """Inspect photographs of which some were taken twice, and mend that."""
    project, dataset = _groceries(guide, 14, copies=3)
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/quality")
    guide.button("quality.inspect").click()
    expect(page.get_by_text(guide.say("quality.inspectedAt")).first).to_be_visible(timeout=JOB_MS)
    guide.shoot("report")
    card = page.get_by_role("article", name=guide.say("quality.kind.same_content.name"))
    card.scroll_into_view_if_needed()
    card.get_by_role("button").first.click()
    guide.shoot("mend")


def label_in_a_team(guide: Guide) -> None:
    """Hand photographs to two people, label some, and judge the answers."""
    project, dataset = _groceries(guide, 6)
    _forget_labels(guide, dataset, 18)
    for name in ("Ann", "Bo"):
        guide.invite(name, "contributor")
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/browse?unlabelled=true")
    page.get_by_role("link", name=guide.say("assignments.new.create")).click()
    page.get_by_label(guide.say("assignments.field.name"), exact=True).fill(
        guide.say("assignments.own.go")
    )
    page.get_by_label(guide.say("assignments.field.annotators")).click()
    for option in ("Ann", "Bo", "Ida"):
        page.locator(".ant-select-item-option").filter(has_text=option).first.click()
    page.keyboard.press("Escape")
    guide.shoot("hand-out")
    guide.button("assignments.new.create").click()
    page.wait_for_url(re.compile(r"/assignments/[0-9a-f-]{36}$"))
    assignment = page.url.split("/")[-1]
    page.goto("/")
    guide.shoot("own-work")
    page.goto(f"/assignments/{assignment}/work")
    expect(guide.button("assignments.work.handIn")).to_be_visible()
    guide.shoot("work")


def label_with_a_model(guide: Guide) -> None:
    """Let similar samples suggest labels, and answer one by one and many at a time."""
    project, dataset = _groceries(guide, 10)
    _forget_labels(guide, dataset, 28)
    page = guide.page
    page.goto(f"/projects/{project}/label/{dataset}")
    guide.button("labelling.suggest.open").click()
    ask = page.get_by_role("dialog")
    ask.get_by_label(guide.say("labelling.suggest.ask.neighbours")).check()
    guide.button("labelling.suggest.ask.start").click()
    many = ask.get_by_role("region", name=guide.say("labelling.suggest.many.title"))
    expect(many.get_by_role("button").first).to_be_visible(timeout=JOB_MS)
    guide.shoot("ask")
    page.keyboard.press("Escape")
    expect(ask).to_be_hidden()
    bar = page.get_by_role("region", name=guide.say("labelling.suggest.title"))
    expect(bar).to_be_visible()
    guide.shoot("one")
    page.goto(f"/projects/{project}/label/{dataset}?mode=suggested")
    wall = page.get_by_role("group", name=guide.say("labelling.queue"))
    wall.get_by_role("button").nth(1).click()
    guide.shoot("wall")


def work_with_versions(guide: Guide) -> None:
    """Keep a filter as a view, freeze two versions, and compare them."""
    project, dataset = _groceries(guide, 8)
    page = guide.page
    browse = f"/projects/{project}/data/{dataset}/browse"
    page.goto(browse)
    page.get_by_role("complementary").get_by_role("button", name=KINDS[1]).click()
    guide.button("views.save").click()
    page.get_by_label(guide.say("views.name")).fill(KINDS[1])
    page.get_by_role("dialog").get_by_role("button", name=guide.say("datasets.save")).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    guide.button("views.chooseFound").click()
    guide.shoot("view")
    guide.freeze(dataset)
    _forget_labels(guide, dataset, 5)
    newest = guide.freeze(dataset)
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    expect(guide.button("lineage.show").first).to_be_visible()
    guide.shoot("versions")
    page.goto(f"/projects/{project}/data/{dataset}/versions/{newest}/diff")
    guide.shoot("compare")


def _forget_labels(guide: Guide, dataset: str, num: int) -> None:
    """Make samples unlabelled, alike of each kind."""
    samples = guide.samples(dataset)
    for number in range(num):
        sample = samples[number * len(samples) // num]
        fields = {"revision": sample["revision"]}
        guide.call("DELETE", f"samples/{sample['id']}/labels", data=fields)


def _groceries(guide: Guide, num: int, *, copies: int = 0) -> tuple[str, str]:
    """Bring photographs of four kinds in, some of the first kind twice; return project, dataset."""
    project, dataset = guide.dataset("image.classification", "Groceries")
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        for kind in KINDS:
            place = Path(folder) / kind
            place.mkdir()
            photographs = sorted((shared_data("groceries") / "train" / kind).iterdir())[:num]
            for path in photographs:
                shutil.copyfile(path, place / path.name)
            for path in photographs[: copies if kind == KINDS[0] else 0]:
                # The same pixels in other bytes: an import would skip the very same file.
                Image.open(path).save(place / f"{path.stem}-again.png")
        guide.bring_in(dataset, Path(folder))
    return project, dataset


SCENES: Mapping[str, Callable[[Guide], None]] = {
    "clean-your-data": clean_your_data,
    "label-in-a-team": label_in_a_team,
    "label-with-a-model": label_with_a_model,
    "work-with-versions": work_with_versions,
}
"""By the name of the page."""
