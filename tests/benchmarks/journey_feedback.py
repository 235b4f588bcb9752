"""How soon after a click on a slow line a page says that it heard."""

from __future__ import annotations

import json
import statistics

from playwright.sync_api import Browser, Page

from tests.benchmarks.lists import p95
from tests.site import Site

LATENCY_MS = 400
LOADED_MS = 60_000
# Places of the rail, each visited for the first time and then again.
PLACES = ("data", "label", "train", "search", "models", "deploy", "settings")
ROUNDS = 2

# From the click on: the first frame in which the page tells of it, by its bar or by its content.
_WATCH = """() => {
  const content = () => document.querySelector("main")?.innerText ?? "";
  const tells = () => document.querySelector("#loading-bar")?.checkVisibility() === true;
  addEventListener("click", ({ timeStamp }) => {
    const before = content();
    window.feedback = undefined;
    const look = () => {
      if (tells() || content() !== before) window.feedback = performance.now() - timeStamp;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true });
}"""
_SETTLED = """() => document.querySelector("#loading-bar") === null
  && document.querySelector("main h1") !== null"""


def measure(browser: Browser, site: Site, owner: Page, project: str) -> dict[str, float]:
    """Return the seconds to a sign of life over clicks on a project's rail, with nothing cached."""
    state = json.loads(json.dumps(owner.context.storage_state()))
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        base_url=site.url,
        locale="en-US",
        storage_state=state,
    )
    context.set_default_timeout(LOADED_MS)
    page = context.new_page()
    page.goto(f"/projects/{project}")
    page.wait_for_function(_SETTLED)
    _slow_down(page)
    page.evaluate(_WATCH)
    seconds = [_click(page, project, place) for _ in range(ROUNDS) for place in PLACES]
    context.close()
    return {
        "seconds_to_feedback": p95(seconds),
        "seconds_to_feedback_median": statistics.median(seconds),
    }


def _slow_down(page: Page) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {**conditions, "latency": LATENCY_MS})


def _click(page: Page, project: str, place: str) -> float:
    page.locator(f"nav a[href='/projects/{project}/{place}']").click()
    page.wait_for_function("() => window.feedback !== undefined")
    seconds = float(page.evaluate("() => window.feedback")) / 1000
    print(f"    feedback on {place:<10} {seconds * 1000:6.0f} ms", flush=True)
    page.wait_for_function(_SETTLED)
    return seconds
