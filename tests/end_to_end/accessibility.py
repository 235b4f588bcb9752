"""axe-core in the page under test."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.site import ROOT

AXE = ROOT / "frontend/node_modules/axe-core/axe.min.js"
SERIOUS = {"serious", "critical"}


def serious_findings(page: Page) -> list[str]:
    """Return axe's serious and critical findings, each with its first element."""
    page.evaluate(AXE.read_text())
    violations = page.evaluate("async () => (await window.axe.run()).violations")
    return [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in violations
        if violation["impact"] in SERIOUS
    ]
