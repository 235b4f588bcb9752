"""Bring data in and take it out in formats of datumaro's, in a real browser."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.backend.datasets.test_datumaro_formats import kitti
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.test_seen_marks import HALVES, JOB_MS, PASSWORD, wait_until_ready
from tests.site import Site

pytestmark = pytest.mark.skipif(
    not os.environ.get("EASEL_DATUMARO_PYTHON"),
    reason="name the Python of an environment with datumaro in EASEL_DATUMARO_PYTHON",
)


def test_kitti_comes_in_and_a_folder_of_images_goes_out(
    page: Page, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "streets.zip").write_bytes(kitti())
    person = {"name": "Ana", "email": "ana@formats.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Roads"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "Streets"}
    fields |= {"task": "image.object_detection"}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Streets"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]

    page.goto(f"/projects/{project}/data/{dataset}/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("Choose files")).click()
    chooser.value.set_files(tmp_path / "streets.zip")
    _choose(page, "kitti_detection")
    assert serious_findings(page) == []
    page.get_by_role("combobox", name="Choose a format").scroll_into_view_if_needed()
    take_image(page, "datumaro-import")
    page.get_by_role("button", name=re.compile("Start uploading")).click()
    expect(page.get_by_text("Import finished")).to_be_visible(timeout=JOB_MS)
    take_image(page, "datumaro-imported")

    made = call(page, site, "POST", f"datasets/{dataset}/versions", data={"split": HALVES})
    wait_until_ready(page, site, f"dataset-versions/{made['id']}")
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem", name="Further formats").click()
    _choose(page, "image_dir")
    page.get_by_role("button", name="Write", exact=True).click()
    status = page.get_by_role("dialog").get_by_role("status")
    expect(status).to_contain_text("2 samples with 2 annotations were converted", timeout=JOB_MS)
    expect(status).to_contain_text("the format does not keep them")
    assert serious_findings(page) == []
    take_image(page, "datumaro-export")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the zip").click()
    assert download.value.suggested_filename == "Streets-1-image_dir.zip"


def _choose(page: Page, name: str) -> None:
    page.get_by_role("combobox", name="Choose a format").fill(name)
    page.get_by_title(name, exact=True).click()
