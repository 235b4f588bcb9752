"""What somebody meets on the way from a sample project or an archive of their own to an answer.

``journey [TASK …] [--all] [--images DIR]`` starts an installation of its own and walks all pages
there are with the sample projects of the tasks, in a real browser: in both languages and at three
widths, in every role and both schemes of colours. It counts keys where texts should be
(``raw_keys``), English sentences on Chinese pages (``english_sentences``), refused requests
(``forbidden_requests``), axe's serious findings (``axe_serious``), pages wider than their window
(``too_wide``), ``broken_images`` and ``script_errors``, over ``num_pages`` visits to pages and
``num_looks`` at them.

How often each is looked at:

- with every task, the pages below a project: each in both languages at all three widths, six looks
  at two visits, of which each is one load of the page and one look of axe. Roles, schemes and the
  width that axe sees take turns over the tasks;
- once in a run, when all sample projects are there, what is the same with every task: all pages
  outside of projects and those below one that ``SAME`` names, each in both languages by every role;
  the pages of a contributor and of those who are not signed in, each in both languages;
- then the clicks from an empty organisation with a labelled archive to the first answered
  prediction (``clicks_to_answer``), and how soon after a click on a slow line something shows
  (``seconds_to_feedback``).

Tasks that are named are walked alone, without what is the same with every task. A task whose
project is not made, or whose pages cannot be walked, is named at the end, and the status is 1; the
others are walked all the same. With ``--record``, what was found with each task is kept as soon as
it is there, beside what was found on the same day before: ``--all`` may be made in several goes.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as BrowserError

from engine.catalog import TASKS
from tests.benchmarks import journey_clicks, journey_feedback
from tests.benchmarks.journey_pages import Findings, Walk
from tests.benchmarks.journey_parts import SHARED, WAY, Parts
from tests.end_to_end import sample_project
from tests.end_to_end.browser import launch_chromium
from tests.end_to_end.looks import COUNT_REQUESTS
from tests.end_to_end.members import Member, join, owner_of_new
from tests.end_to_end.sample_project import SampleProject
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
# A colour that fades from one to another is none that axe could judge.
AT_REST = {"viewport": DESKTOP, "reduced_motion": "reduce"}


def run(
    *,
    quick: bool,
    tasks: Sequence[str] = (),
    everything: bool = False,
    images: Path | None = None,
    keep: bool = False,
) -> dict[str, float]:
    """Return the figures over the tasks named, all, or a few (one when quick).

    Args:
        quick: one task, and one role in each language on what is the same with every task.
        tasks: walked alone.
        everything: walk all tasks.
        images: folder that gets an image of each look.
        keep: record what was found with each task, beside what was found before on the same day.

    Raises:
        SystemExit: naming the tasks that could not be walked, after all others were.
    """
    if not (ROOT / "frontend/dist/index.html").is_file():
        raise SystemExit("The browser application is not built. Run `make frontend`.")
    keys = tuple(TASKS) if everything else tuple(tasks) or FEW[: 1 if quick else None]
    parts = Parts(keep=keep and not quick)
    with (
        running_site() as site,
        sync_playwright() as playwright,
        launch_chromium(playwright) as browser,
    ):
        owner = _watched(owner_of_new(browser, site, **AT_REST))
        ordered = sorted(keys, key=lambda key: key not in SLOW)
        projects = {key: sample_project.begin(owner.page, site, key, LANGUAGE) for key in ordered}
        journey = Journey(browser, site, owner, images, parts)
        journey.walk(projects, is_shared=everything or not tasks, quick=quick)
    return parts.figures()


class Journey:
    """A journey through an installation: what is the same with every task, and each task.

    Args:
        images: folder that gets an image of each look, if any.
        parts: get what was found.
    """

    def __init__(
        self, browser: Browser, site: Site, owner: Member, images: Path | None, parts: Parts
    ) -> None:
        self._browser, self._site, self._owner, self._parts = browser, site, owner, parts
        others = {role: self._join(role) for role in ("annotator", "viewer", "contributor")}
        self._labellers = [others["contributor"], others["annotator"]]
        visitor = browser.new_context(base_url=site.url, locale="en-US").new_page()
        visitor.add_init_script(COUNT_REQUESTS)
        elsewhere = sample_project.elsewhere(owner.page, site)
        self._walk = Walk(site, {"owner": owner, **others}, visitor, elsewhere, images)

    def walk(self, projects: Mapping[str, str], *, is_shared: bool, quick: bool) -> None:
        """Walk sample projects that are there or being made, by their tasks.

        Args:
            is_shared: whether what is the same with every task is walked, too.
            quick: see ``run``.

        Raises:
            SystemExit: naming the tasks that could not be walked.
        """
        failed: dict[str, str] = {}
        walked: list[SampleProject] = []
        for task in self._as_they_are_made(projects, failed):
            try:
                sample = self._complete(task, projects[task])
                self._task(sample)
                walked.append(sample)
            # What breaks with one task says nothing about the others.
            except (AssertionError, RuntimeError, LookupError, BrowserError) as error:
                traceback.print_exc()
                failed[task] = str(error)
        if is_shared and walked:
            # By then nothing is made that pages would name and the walk does not know.
            self._shared(walked[0], quick=quick)
            self._way(walked[0])
        if failed:
            told = "\n".join(f"{task}: {why}" for task, why in failed.items())
            raise SystemExit(f"Not walked:\n{told}")

    def _complete(self, task: str, project: str) -> SampleProject:
        return sample_project.complete(self._owner, self._site, task, project, self._labellers)

    def _task(self, sample: SampleProject) -> None:
        began = time.monotonic()
        found = self._walk.task(sample)
        self._parts.add(sample.task, found.figures())
        self._tell(sample.task, found, began)

    def _shared(self, sample: SampleProject, *, quick: bool) -> None:
        began = time.monotonic()
        found = self._walk.shared(sample, quick=quick)
        self._parts.add(SHARED, found.figures())
        self._tell("what is the same with every task", found, began)

    def _way(self, sample: SampleProject) -> None:
        """Measure feedback and clicks: last, when no sample project is trained beside them."""
        feedback = journey_feedback.measure(
            self._browser, self._site, self._owner.page, sample.project
        )
        newcomer = owner_of_new(self._browser, self._site, viewport=DESKTOP)
        clicks = journey_clicks.count(newcomer.page)
        self._parts.add(WAY, {"clicks_to_answer": clicks, **feedback})

    def _tell(self, what: str, found: Findings, began: float) -> None:
        seconds = time.monotonic() - began
        print(f"    walked {what} in {seconds:.0f} s: {found.figures()}", flush=True)
        found.tell()

    def _join(self, role: str) -> Member:
        return _watched(join(self._browser, self._site, self._owner.page, role, **AT_REST))

    def _as_they_are_made(
        self, projects: Mapping[str, str], failed: dict[str, str]
    ) -> Iterator[str]:
        """Yield the tasks whose sample projects are ready, as soon as each is.

        Args:
            projects: by their tasks.
            failed: gets why others will not be.
        """
        owner, site, waiting = self._owner.page, self._site, dict(projects)
        deadline = time.monotonic() + sample_project.MAKING_SECONDS
        while waiting:
            for key, one in list(waiting.items()):
                why = sample_project.failure(owner, site, one)
                if why is not None:
                    failed[key] = why
                    del waiting[key]
                elif sample_project.is_running(owner, site, one):
                    del waiting[key]
                    print(f"    the sample project of {key} is there", flush=True)
                    yield key
                    # To walk takes time that nobody waits in.
                    deadline = time.monotonic() + sample_project.MAKING_SECONDS
            if time.monotonic() > deadline:
                failed |= dict.fromkeys(waiting, f"Not made within an hour.\n{site.log()}")
                return
            time.sleep(1)


def _watched(member: Member) -> Member:
    member.page.add_init_script(COUNT_REQUESTS)
    member.watch()
    return member
