"""The pages there are, by the addresses of the router, for tests and benchmarks that walk them all.

``tests/golden/pages.json`` is the router's own list, which a test beside the router compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from tests.site import ROOT

PAGES: tuple[str, ...] = tuple(
    json.loads((ROOT / "tests/golden/pages.json").read_text(encoding="utf-8"))
)
# For people who are not signed in.
PUBLIC = (
    "/forgotten-password",
    "/invitations/:token",
    "/password-resets/:token",
    "/sign-in",
    "/sign-up",
)
# For whoever has the address, signed in or not.
GUESTS = tuple(page for page in PAGES if page.startswith("/share/"))
# Below a project, of its work that is handed out, or of its endpoint: others with every task.
OF_PROJECT = (
    *(page for page in PAGES if re.match(r"/(projects/:|assignments/)", page)),
    *GUESTS,
)
ELSEWHERE = tuple(page for page in PAGES if page not in {*PUBLIC, *OF_PROJECT})
# What an address shows beside what it shows first.
VIEWS: Mapping[str, tuple[str, ...]] = {
    "/projects/:projectId/data/:datasetId/quality": ("?part=cleaning",),
    "/projects/:projectId/models/:modelVersionId": ("?tab=try", "?tab=download"),
    "/projects/:projectId/deploy/:deploymentId": (
        "?tab=statistics",
        "?tab=drift",
        "?tab=calls",
        "?tab=callers",
        "?tab=versions",
        "?tab=alerts",
    ),
    "/alerts": ("?tab=channels",),
}
_PARAMETER = re.compile(r":(\w+)|\*")
# What stands for a star, which is every address that leads nowhere.
_NOWHERE = "nowhere"


def addresses(pages: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return the addresses of pages, and of all that they show.

    Args:
        pages: as the router has them.
        names: what stands in addresses, by the router's parameters.

    Raises:
        KeyError: when a parameter is not named: no page is left out in silence.
    """
    return [
        _PARAMETER.sub(lambda found: names[found[1]] if found[1] else _NOWHERE, page) + view
        for page in pages
        for view in ("", *VIEWS.get(page, ()))
    ]


def parameters() -> set[str]:
    """Return the names of all that stands in addresses."""
    return {found[1] for page in PAGES for found in _PARAMETER.finditer(page) if found[1]}
