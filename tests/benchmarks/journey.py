"""What somebody meets on the way from a sample project or an archive of their own to an answer.

``journey [TASK …] [--all]`` starts an installation of its own and, in a real browser, counts the
clicks from an empty organisation with a labelled archive to the first answered prediction
(``clicks_to_answer``), times how soon after a click on a slow line something shows
(``seconds_to_feedback``), and walks the pages of sample projects in every role and both languages:
keys where texts should be (``raw_keys``), English sentences on Chinese pages
(``english_sentences``), refused requests (``forbidden_requests``) and axe's serious findings
(``axe_serious``).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from engine.catalog import TASKS
from tests.benchmarks import journey_clicks, journey_feedback, journey_pages
from tests.end_to_end.api import call
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.people import PASSWORD
from tests.site import ROOT, Site, running_site

# Made in a minute or two.
FEW = ("text.classification", "tabular.forecasting")
MAKING_SECONDS = 3600
DESKTOP = {"width": 1440, "height": 900}


@dataclass(frozen=True)
class Sample:
    """A sample project with its model and endpoint, and the ids that stand in addresses."""

    task: str
    project: str
    organisation: str
    names: dict[str, str]


def run(*, quick: bool, tasks: Sequence[str] = (), everything: bool = False) -> dict[str, float]:
    """Return the figures over the tasks named, all, or a few (one when quick)."""
    if not (ROOT / "frontend/dist/index.html").is_file():
        raise SystemExit("The browser application is not built. Run `make frontend`.")
    keys = tuple(TASKS) if everything else tuple(tasks) or FEW[: 1 if quick else None]
    with (
        running_site() as site,
        sync_playwright() as playwright,
        launch_chromium(playwright) as browser,
    ):
        owner = _owner(browser, site)
        samples = [_make(owner, site, key) for key in keys]
        feedback = journey_feedback.measure(browser, site, owner, samples[0].project)
        found = journey_pages.Findings()
        for sample in samples:
            journey_pages.walk(browser, site, owner, sample, found)
        clicks = journey_clicks.count(_owner(browser, site))
    found.tell()
    return {"clicks_to_answer": clicks, **feedback, **found.figures()}


def _owner(browser: Browser, site: Site) -> Page:
    """Sign up somebody with an empty organisation of their own."""
    context: BrowserContext = browser.new_context(
        viewport=DESKTOP, base_url=site.url, locale="en-US"
    )
    page = context.new_page()
    person = {"name": "Olga", "email": f"olga@{uuid4().hex}.example", "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "organisation_name": "Laboratory"})
    return page


def _make(owner: Page, site: Site, task: str) -> Sample:
    """Make the sample project of a task, and wait until its endpoint answers.

    Raises:
        RuntimeError: when it is not made within an hour.
    """
    print(f"    making the sample project of {task}", flush=True)
    organisation = call(owner, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    fields = {"organisation_id": organisation, "task": task, "language": "zh"}
    project: str = call(owner, site, "POST", "projects/sample", data=fields)["id"]
    deadline = time.monotonic() + MAKING_SECONDS
    while not _is_running(owner, site, project):
        if time.monotonic() > deadline:
            raise RuntimeError(f"The sample project of '{task}' was not made:\n{site.log()}")
        time.sleep(1)

    def first(path: str) -> str:
        row: dict[str, str] = call(owner, site, "GET", path)["results"][0]
        return row["id"]

    dataset = first(f"datasets?project={project}")
    names = {
        "organisation": organisation,
        "dataset": dataset,
        "sample": first(f"datasets/{dataset}/samples"),
        "run": first(f"training-runs?project={project}"),
        "model": first(f"model-versions?project={project}"),
        "deployment": first(f"deployments?project={project}"),
    }
    return Sample(task=task, project=project, organisation=organisation, names=names)


def _is_running(owner: Page, site: Site, project: str) -> bool:
    found = call(owner, site, "GET", f"deployments?project={project}")["results"]
    return any(one["state"] == "running" for one in found)
