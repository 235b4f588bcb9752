"""Somebody has Easel find the settings, watches two trials at once, and keeps the best model.

On the way the process of one trial is killed, and the worker with it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import psutil
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.frozen_digits import freeze_digits
from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, create_project, sign_up
from tests.site import Site
from tests.workers.installation import wait_for

NUM_PER_CLASS = 10
NUM_TRIALS = 3
SEARCH_MS = 400_000
START_SECONDS = 60


def test_a_search_is_started_watched_and_its_best_trial_kept(
    page: Page, site: Site, tmp_path: Path
) -> None:
    sign_up(page, Person("Ada", "ada@search.example", "Search room"))
    project = create_project(page, "Handwriting")
    version = freeze_digits(page, site, project, tmp_path, NUM_PER_CLASS)
    page.goto(f"/projects/{project}/search")
    expect(page.get_by_role("heading", name="Let Easel find the settings")).to_be_visible()
    _go_from_the_training_form(page, project, version)
    _put_together(page)
    _watch(page, site)
    _look_at_trials(page, site)
    _extend_and_stop(page)
    _keep_the_best(page)


def _go_from_the_training_form(page: Page, project: str, version: str) -> None:
    options = '{"epochs":1}'
    page.goto(f"/projects/{project}/train/new?version={version}&options={options}")
    page.get_by_role("link", name="Automatic search").click()
    page.wait_for_url(re.compile(r"/search/new\?"))


def _put_together(page: Page) -> None:
    expect(page.get_by_text("Epochs: 1")).to_be_visible()
    page.get_by_role("switch", name="Vary Batch size").click()
    expect(page.get_by_text("3 settings are varied.")).to_be_visible()
    low = page.get_by_role("spinbutton", name="Learning rate: from")
    low.fill("3")
    low.press("Tab")
    expect(page.get_by_text("The first number must be the smaller one.")).to_be_visible()
    expect(page.get_by_role("button", name="Start search")).to_be_disabled()
    low.fill("0.001")
    low.press("Tab")
    _look_at_a_population(page)
    page.get_by_label("Trials at most").fill(str(NUM_TRIALS))
    page.get_by_label("Trials at most").press("Tab")
    page.get_by_role("radio", name=re.compile("^Never")).check()
    take_image(page, "search-new")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Start search").click()


def _look_at_a_population(page: Page) -> None:
    """Trials may go on from each other's weights; here they learn from scratch after all."""
    page.get_by_role("radio", name=re.compile("^Goes on from a better one")).check()
    page.get_by_role("spinbutton", name="Members").fill("4")
    page.get_by_role("spinbutton", name="Members").press("Tab")
    expect(page.get_by_label("Trials at most")).to_have_value("40")
    expect(page.get_by_role("radio", name=re.compile("^PBT"))).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^Random"))).to_have_count(0)
    take_image(page, "search-population")
    page.get_by_role("radio", name=re.compile("^Learns from scratch")).check()
    expect(page.get_by_role("radio", name=re.compile("^Random"))).to_be_visible()


def _watch(page: Page, site: Site) -> None:
    page.wait_for_url(re.compile(r"/search/[0-9a-f-]{36}"))
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    rows = page.get_by_role("row")
    expect(rows.filter(has_text=re.compile("Running|Waiting"))).to_have_count(2, timeout=SEARCH_MS)
    _kill_a_trial_and_the_worker(site)
    expect(page.get_by_text("Finished: all trials have been made.")).to_be_visible(
        timeout=SEARCH_MS
    )
    expect(rows.filter(has_text="Complete")).to_have_count(NUM_TRIALS)
    expect(page.get_by_text("3 of 3", exact=True)).to_be_visible()
    expect(page.get_by_text("Comes after 8 complete trials; 5 to go.")).to_be_visible()
    take_image(page, "search-study")
    assert serious_findings(page) == []


def _kill_a_trial_and_the_worker(site: Site) -> None:
    trial = wait_for(lambda: _process(site, "train"), START_SECONDS)
    worker = wait_for(lambda: _process(site, "celery"), START_SECONDS)
    trial.kill()
    worker.kill()


def _process(site: Site, argument: str) -> psutil.Process | None:
    """A trial's row says that it waits or runs before its process is there."""
    for process in psutil.Process(site.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if argument in process.cmdline():
                return process
    return None


def _look_at_trials(page: Page, site: Site) -> None:
    study = page.url.rsplit("/", 1)[-1].partition("?")[0]
    trials = call(page, site, "GET", f"studies/{study}/trials?order=number")["results"]
    assert sorted(trial["attempts"] for trial in trials) == [1, 1, 2]
    again = next(trial["number"] for trial in trials if trial["attempts"] == 2)
    page.get_by_role("button", name=f"Open trial {again}").click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_text("Attempts")).to_be_visible()
    take_image(page, "search-trial-again")
    expect(drawer.get_by_role("figure", name="Accuracy")).to_be_visible()
    expect(drawer.get_by_role("link", name="Open the run")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.get_by_role("slider", name="Accuracy: lowest chosen").focus()
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile(r"^[12] of 3 trials$"))).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("3 trials", exact=True)).to_be_visible()


def _extend_and_stop(page: Page) -> None:
    page.get_by_role("button", name="Extend").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Extend").click()
    expect(page.get_by_text(re.compile("3 of 23"))).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Stop the search").click()
    expect(page.get_by_text(re.compile("^Stopped by hand"))).to_be_visible()


def _keep_the_best(page: Page) -> None:
    page.get_by_role("button", name="Make it a model version").first.click()
    page.wait_for_url(re.compile(r"/models/[0-9a-f-]{36}"))
    expect(page.get_by_role("heading", name=re.compile("v1"))).to_be_visible()
    take_image(page, "search-kept")
