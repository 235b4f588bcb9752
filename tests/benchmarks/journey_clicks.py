"""How many clicks it takes from an empty organisation to the first answered prediction.

Somebody who wants an answer presses, of what leads there, what leads furthest. So a step that the
product takes by itself is not counted, without any change here. Fields that have to be filled in
count as a click where they have not got the focus.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotThere

from tests.end_to_end.digits import write_digits
from tests.site import ROOT

TEXTS = ROOT / "frontend/src/i18n/en"
NUM_PER_CLASS = 12
NEXT_SECONDS = 1200
ANSWER_MS = 3_000
ANSWERED = "deployments.console.answered"


@dataclass(frozen=True)
class Step:
    """One thing to press, called by the key of its text.

    Attributes:
        key: of the text on what is pressed.
        fields: keys of the labels of what has to be filled in before.
        in_dialog: whether it stands in a dialog; with one open, nothing else can be pressed.
    """

    key: str
    fields: tuple[str, ...] = ()
    in_dialog: bool = False

    def find(self, page: Page) -> Locator:
        """Return what is pressed."""
        place = page.get_by_role("dialog") if self.in_dialog else page.get_by_role("main")
        name = pattern(self.key)
        return place.get_by_role("button", name=name).or_(place.get_by_role("link", name=name))


ASKED = Step("trySamples.lead")
CHOSEN = Step("datasets.import.pickFiles")
# From the first to the last. Who stands where a later one can be pressed needs none before.
STEPS = (
    Step("home.fromFiles"),
    Step("projects.create", ("projects.name",)),
    Step("datasets.create.open"),
    Step("datasets.create.submit", ("datasets.create.name",), in_dialog=True),
    CHOSEN,
    Step("datasets.import.start"),
    Step("datasets.action.freeze"),
    Step("datasets.freeze.submit_other", in_dialog=True),
    Step("datasets.versions.train"),
    Step("datasets.action.train"),
    Step("training.new.start"),
    Step("training.run.openModel"),
    Step("models.publish.action"),
    Step("models.publish.verb", in_dialog=True),
    Step("deployments.keys.create"),
    Step("deployments.keys.create", ("deployments.keys.name",), in_dialog=True),
    Step("deployments.keys.kept", in_dialog=True),
    ASKED,
)


def count(page: Page) -> int:
    """Walk from the home page of an empty organisation to an answer; return the clicks."""
    clicks, reached = 0, -1
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        archive = _archive(Path(folder))
        page.goto("/")
        _settle(page)
        while not _is_answered(page):
            reached, pressed = _next(page, after=reached)
            step = STEPS[reached]
            clicks += _fill(page, step) + 1
            if step is CHOSEN:
                with page.expect_file_chooser() as chooser:
                    pressed.click()
                chooser.value.set_files(archive)
            else:
                pressed.click()
            print(f"    click {clicks:>2}: {text(step.key)}", flush=True)
            _settle(page)
    return clicks


def _is_answered(page: Page) -> bool:
    """Wait a moment for an answer, as it comes without a further click where there is one."""
    with suppress(NotThere):
        page.get_by_text(pattern(ANSWERED)).wait_for(timeout=ANSWER_MS)
        return True
    return False


def _next(page: Page, *, after: int) -> tuple[int, Locator]:
    """Wait until something leads on, and return its place and what to press.

    Raises:
        RuntimeError: when nothing does for very long.
    """
    deadline = time.monotonic() + NEXT_SECONDS
    while time.monotonic() < deadline:
        found = _furthest(page, after=after)
        if found is not None:
            return found
        time.sleep(0.5)
    raise RuntimeError(f"Nothing on {page.url} led on for {NEXT_SECONDS} seconds.")


def _furthest(page: Page, *, after: int) -> tuple[int, Locator] | None:
    """Return the last step that can be taken now, of those not taken yet, and what to press."""
    has_dialog = page.get_by_role("dialog").filter(visible=True).count() > 0
    for place in range(len(STEPS) - 1, after, -1):
        step = STEPS[place]
        if step.in_dialog != has_dialog:
            continue
        found = _sample(page) if step is ASKED else step.find(page).first
        # Some can be pressed once their fields are filled in.
        if found.is_visible() and (step.fields or found.is_enabled()):
            return place, found
    return None


def _sample(page: Page) -> Locator:
    """Return the first sample that the model can be asked about."""
    lead = page.get_by_text(text(ASKED.key), exact=True)
    return lead.locator("xpath=..").get_by_role("button").first


def _fill(page: Page, step: Step) -> int:
    """Fill in what is empty, and return the clicks that this takes."""
    clicks = 0
    for key in step.fields:
        place = page.get_by_role("dialog") if step.in_dialog else page
        field = place.get_by_label(text(key), exact=True)
        if field.input_value() == "":
            clicks += int(not field.evaluate("one => one === document.activeElement"))
            field.fill("Digits")
    return clicks


def _settle(page: Page) -> None:
    """Wait for what the last click brings; what comes much later is waited for anyway."""
    page.wait_for_timeout(300)
    page.locator("#loading-bar").wait_for(state="detached")


def _archive(folder: Path) -> Path:
    """Write the archive that somebody has: a folder of images for each label."""
    write_digits(folder / "digits", range(NUM_PER_CLASS))
    return Path(shutil.make_archive(str(folder / "digits"), "zip", folder / "digits"))


@cache
def text(key: str) -> str:
    """Return the English text of a key, such as ``home.fromFiles``."""
    file, *path = key.split(".")
    value = json.loads((TEXTS / f"{file}.json").read_text(encoding="utf-8"))
    for part in path:
        value = value[part]
    assert isinstance(value, str), key
    return value


def pattern(key: str) -> re.Pattern[str]:
    """Return what matches the English text of a key, whatever values it holds."""
    parts = re.split(r"{{[^}]*}}", text(key))
    return re.compile(f"^{'.+'.join(map(re.escape, parts))}$")
