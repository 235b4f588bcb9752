"""axe-core in the page under test, and how a page comes to rest."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.site import ROOT

AXE = ROOT / "frontend/node_modules/axe-core/axe.min.js"
SERIOUS = {"serious", "critical"}
# Whatever else axe says of a page is not read.
_VIOLATIONS = """async () =>
  (await window.axe.run(document, { resultTypes: ["violations"] })).violations"""
_ENDED = """async () => {
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map((one) => one.finished));
}"""


def wait_for_animations(page: Page) -> None:
    """Wait for all that moves or fades to end; what turns for ever is not waited for."""
    page.evaluate(_ENDED)


def serious_findings(page: Page) -> list[str]:
    """Return axe's serious and critical findings, each with its first element.

    Nothing is pointed at: what comes to lie under the pointer changes its colours.
    """
    page.mouse.move(0, 0)
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE.read_text())
    # Colours on their way to others are nobody's.
    wait_for_animations(page)
    violations = page.evaluate(_VIOLATIONS)
    return [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in violations
        if violation["impact"] in SERIOUS
    ]
