"""What somebody meets on the way from a sample project or an archive of their own to an answer.

``journey [TASK …] [--all] [--images DIR]`` starts an installation of its own and, in a real
browser, counts the clicks from an empty organisation with a labelled archive to the first answered
prediction (``clicks_to_answer``), times how soon after a click on a slow line something shows
(``seconds_to_feedback``), and walks all pages there are with the sample projects of the tasks: in
both languages and at three widths, in every role and both schemes of colours. It counts keys where
texts should be (``raw_keys``), English sentences on Chinese pages (``english_sentences``), refused
requests (``forbidden_requests``), axe's serious findings (``axe_serious``), pages wider than their
window (``too_wide``), ``broken_images`` and ``script_errors``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from engine.catalog import TASKS
from tests.benchmarks import journey_clicks, journey_feedback
from tests.benchmarks.journey_pages import Walk
from tests.end_to_end import sample_project
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.looks import COUNT_REQUESTS
from tests.end_to_end.members import Member, join, owner_of_new
from tests.site import ROOT, Site, running_site

# Made in a minute or two.
FEW = ("text.classification", "tabular.forecasting")
# Ordered before the others, which are walked while these are made.
SLOW = (
    "image.object_detection",
    "image.segmentation",
    "multimodal.image_text_retrieval",
    "ocr.template",
    "ocr.text_recognition",
    "retail.product_detection",
    "speech.recognition",
    "video.object_tracking",
)
LANGUAGE = "zh"
DESKTOP = {"width": 1440, "height": 900}


def run(
    *,
    quick: bool,
    tasks: Sequence[str] = (),
    everything: bool = False,
    images: Path | None = None,
) -> dict[str, float]:
    """Return the figures over the tasks named, all, or a few (one when quick)."""
    if not (ROOT / "frontend/dist/index.html").is_file():
        raise SystemExit("The browser application is not built. Run `make frontend`.")
    keys = tuple(TASKS) if everything else tuple(tasks) or FEW[: 1 if quick else None]
    with (
        running_site() as site,
        sync_playwright() as playwright,
        launch_chromium(playwright) as browser,
    ):
        owner = _watched(owner_of_new(browser, site, viewport=DESKTOP))
        ordered = sorted(keys, key=lambda key: key not in SLOW)
        projects = {key: sample_project.begin(owner.page, site, key, LANGUAGE) for key in ordered}
        return measure(browser, site, owner, projects, images)


def measure(
    browser: Browser, site: Site, owner: Member, projects: dict[str, str], images: Path | None
) -> dict[str, float]:
    """Return the figures over sample projects that are there or being made, by their tasks."""
    others = ("annotator", "viewer", "contributor")
    members = {
        "owner": owner,
        **{
            role: _watched(join(browser, site, owner.page, role, viewport=DESKTOP))
            for role in others
        },
    }
    visitor = browser.new_context(base_url=site.url, locale="en-US").new_page()
    visitor.add_init_script(COUNT_REQUESTS)
    elsewhere = sample_project.elsewhere(owner.page, site)
    walk = Walk(site, members, visitor, elsewhere, images)
    walk.visitors()
    labellers = [members["contributor"], members["annotator"]]
    feedback: dict[str, float] = {}
    for task in _as_they_are_made(owner.page, site, projects):
        sample = sample_project.complete(owner, site, task, projects[task], labellers)
        if not feedback:
            feedback = journey_feedback.measure(browser, site, owner.page, sample.project)
            walk.contributor(sample)
        walk.project(sample)
    walk.found.tell()
    clicks = journey_clicks.count(owner_of_new(browser, site, viewport=DESKTOP).page)
    return {
        "clicks_to_answer": clicks,
        **feedback,
        **walk.found.figures(),
        "num_tasks": len(projects),
    }


def _watched(member: Member) -> Member:
    member.page.add_init_script(COUNT_REQUESTS)
    member.watch()
    return member


def _as_they_are_made(owner: Page, site: Site, projects: dict[str, str]) -> Iterator[str]:
    """Yield the tasks whose sample projects are ready, as soon as each is."""
    waiting = dict(projects)
    deadline = time.monotonic() + sample_project.MAKING_SECONDS
    while waiting:
        ready = [key for key, one in waiting.items() if sample_project.is_running(owner, site, one)]
        for key in ready:
            del waiting[key]
            print(f"    the sample project of {key} is there", flush=True)
            yield key
            # To walk takes time that nobody waits in.
            deadline = time.monotonic() + sample_project.MAKING_SECONDS
        if time.monotonic() > deadline:
            raise RuntimeError(f"Not made within an hour: {', '.join(waiting)}.\n{site.log()}")
        time.sleep(1)
