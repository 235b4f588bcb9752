"""Handwritten digits in a project, frozen and split: what a training or a search begins with."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.end_to_end.api import call
from tests.end_to_end.digits import write_digits
from tests.site import Site

IMPORT_MS, FREEZE_MS = 60_000, 60_000


def freeze_digits(page: Page, site: Site, project: str, folder: Path, num_per_class: int) -> str:
    """Upload digits as somebody would and return the id of a dataset version."""
    dataset = call(page, site, "POST", "datasets", data={"project_id": project, "name": "Digits"})[
        "id"
    ]
    page.goto(f"/projects/{project}/data/{dataset}/import")
    write_digits(folder / "digits", range(num_per_class))
    page.locator("input[webkitdirectory]").set_input_files(folder / "digits")
    expect(page.get_by_role("region", name="Import finished")).to_be_visible(timeout=IMPORT_MS)
    split = {"kind": "random", "train": 0.6, "validation": 0.2, "test": 0.2, "seed": 0}
    fields = {"split": split, "note": ""}
    version = call(page, site, "POST", f"datasets/{dataset}/versions", data=fields)
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    expect(page.get_by_text("Train on this").first).to_be_visible(timeout=FREEZE_MS)
    return str(version["id"])
