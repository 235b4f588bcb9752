"""One task, walked by somebody at a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.tour.data import Example

IMPORT_MS, FREEZE_MS, TRAINING_MS, ANSWER_MS = 300_000, 120_000, 1_500_000, 120_000
NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1440, "height": 900}
LANGUAGES = {"en": "English", "zh-CN": "中文"}
MEDIA = frozenset((".jpg", ".png", ".wav", ".mp4", ".csv"))
ASK = re.compile("^(Predict|Forecast)$")


class Walk:
    """Data in, a version, a run, a report, an endpoint, a call; and a look at each page."""

    def __init__(self, page: Page, example: Example, folder: Path, images: Path) -> None:
        self.page = page
        self.example = example
        self.folder = folder
        self.images = images
        self.project = ""
        self.file: Path | None = None
        images.mkdir(parents=True, exist_ok=True)

    def walk(self) -> None:
        """Take the task from its data to an answered call."""
        self._create()
        data = self.example.write(self.folder / "data")
        self.file = next((one for one in _files(data) if one.suffix in MEDIA), None)
        self._bring_in(data)
        self._freeze()
        self._train()
        self._ask(self.page.get_by_role("tabpanel", name="Try it"), "try")
        self._publish()
        self._call()
        self._look_everywhere()

    def _create(self) -> None:
        self.page.goto("/projects/new")
        self.page.get_by_label("Name", exact=True).fill(self.example.task)
        self._shoot("project")
        self.page.locator(f"input[type=radio][value='{self.example.task}']").check(force=True)
        self.page.get_by_role("button", name="Create project").click()
        self.page.wait_for_url(re.compile(r"/projects/[0-9a-f-]{36}/data"))
        self.project = self.page.url.split("/")[4]

    def _bring_in(self, data: Path) -> None:
        if data.is_dir():
            self.page.locator("input[webkitdirectory]").set_input_files(data)
        else:
            self.page.locator("input[type=file]:not([webkitdirectory])").set_input_files(data)
        start = self.page.get_by_role("button", name="Start uploading")
        began = self.page.get_by_text("Taken for:")
        expect(start.or_(began).first).to_be_visible(timeout=60_000)
        self._shoot("import")
        if start.is_visible():
            expect(start).to_be_enabled(timeout=60_000)
            start.click()
        summary = self.page.get_by_role("region", name="Import finished")
        expect(summary).to_be_visible(timeout=IMPORT_MS)
        self._shoot("imported")
        self.page.get_by_role("tab", name="Browse").click()
        self.page.wait_for_load_state("networkidle")
        self._shoot("browse")

    def _freeze(self) -> None:
        """Go on to training, which freezes what has no version."""
        self.page.goto(f"/projects/{self.project}/train/new")
        self.page.get_by_role("button", name=re.compile("^Freeze")).first.click()
        expect(self.page.get_by_text("was frozen as v1")).to_be_visible(timeout=FREEZE_MS)

    def _train(self) -> None:
        check = self.page.get_by_role("region", name="Data check")
        expect(check).to_be_visible(timeout=60_000)
        self.page.get_by_role("radio", name=re.compile("Fast")).check(force=True)
        for label, value in self.example.options.items():
            _fill(self.page, label, value)
        self.page.wait_for_load_state("networkidle")
        for agreement in check.get_by_role("checkbox").all():
            agreement.click()
            expect(agreement).to_be_checked()
        start = self.page.get_by_role("button", name="Start", exact=True)
        expect(start).to_be_enabled(timeout=60_000)
        self._shoot("new-run", whole=True)
        start.click()
        model = self.page.get_by_role("link", name="Open the model")
        failed = self.page.get_by_text("Failed", exact=True)
        expect(model.or_(failed).first).to_be_visible(timeout=TRAINING_MS)
        self._shoot("run", whole=True)
        assert not failed.is_visible(), "The run failed."
        model.click()
        self.page.get_by_role("tab", name="Try it").wait_for()
        self.page.wait_for_load_state("networkidle")
        self._shoot("report", whole=True)
        self.page.get_by_role("tab", name="Try it").click()

    def _ask(self, place: Locator, image: str) -> None:
        """Ask with the example's texts, or with the first file of its data."""
        place.locator("textarea, input").first.wait_for(state="attached")
        boxes = place.locator("textarea")
        for number, text in enumerate(self.example.asked):
            boxes.nth(number).fill(text)
        chooser = place.locator("input[type=file]:not([capture])")
        if self.file is not None and chooser.count():
            chooser.first.set_input_files(self.file)
        row = place.get_by_role("button", name="Row 1", exact=True)
        ask = place.get_by_role("button", name=ASK)
        if row.count():
            row.click()
        elif ask.count():
            ask.first.click()
        expect(
            place.get_by_text(re.compile("predicted in|responded in", re.IGNORECASE))
        ).to_be_visible(timeout=ANSWER_MS)
        self._shoot(image, whole=True)

    def _publish(self) -> None:
        self.page.get_by_role("button", name="Publish").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name", exact=True).fill("Examples")
        address = self.example.task.replace(".", "-").replace("_", "-")
        dialog.get_by_role("textbox", name="Address").fill(address)
        dialog.get_by_role("button", name="Publish").click()
        expect(self.page.get_by_text("Running", exact=True)).to_be_visible(timeout=120_000)

    def _call(self) -> None:
        """Call the endpoint with the key that publishing made, from the console on its page."""
        self._shoot("published", whole=True)
        self.page.get_by_role("button", name="I have kept it").click()
        self._ask(self.page.get_by_role("region", name="Try it"), "endpoint")

    def _look_everywhere(self) -> None:
        """Take images of the pages that differ between tasks, in both languages and widths."""
        model = self._first("model-versions")["id"]
        dataset = self._first("datasets")["id"]
        run = self._first("training-runs")["id"]
        base = f"/projects/{self.project}"
        pages = {
            "label": f"{base}/label?dataset={dataset}",
            "browse": f"{base}/data/{dataset}/browse",
            "statistics": f"{base}/data/{dataset}/statistics",
            "run": f"{base}/train/{run}",
            "models": f"{base}/models",
            "report": f"{base}/models/{model}?tab=report",
            "endpoint": f"{base}/deploy/{self._first('deployments')['id']}?tab=call",
        }
        for language, size in (("zh-CN", WIDE), ("zh-CN", NARROW), ("en", NARROW)):
            self.page.set_viewport_size(WIDE)
            self._speak(language)
            self.page.set_viewport_size(size)
            for name, path in pages.items():
                self.page.goto(path)
                self.page.locator("h1").first.wait_for()
                self.page.wait_for_load_state("networkidle")
                self._shoot(f"{name}-{language}-{size['width']}", whole=True)

    def _speak(self, language: str) -> None:
        if self.page.locator(f"html[lang='{language}']").count() == 0:
            self.page.get_by_role("button", name=re.compile("English|中文")).click()
            self.page.get_by_role("menuitem", name=LANGUAGES[language]).click()
            self.page.locator(f"html[lang='{language}']").wait_for(state="attached")

    def _first(self, kind: str) -> dict[str, Any]:
        response = self.page.request.get(f"/api/v1/{kind}", params={"project": self.project})
        row: dict[str, Any] = response.json()["results"][0]
        return row

    def _shoot(self, name: str, *, whole: bool = False) -> None:
        self.page.screenshot(path=self.images / f"{name}.png", full_page=whole)


def _files(data: Path) -> list[Path]:
    return sorted(data.rglob("*")) if data.is_dir() else [data]


def _fill(page: Page, label: str, value: str) -> None:
    """Fill in an option, or choose it where it is a choice; expert options are opened for it."""
    option = page.get_by_label(re.compile(f"^{label}")).first
    if option.count() == 0:
        page.get_by_text("Expert options").click()
    if option.get_attribute("role") == "combobox":
        option.click()
        page.locator(".ant-select-item-option", has_text=value).first.click()
    else:
        option.fill(value)
