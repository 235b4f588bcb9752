"""Somebody who reads Chinese takes a sample project of texts from its card to an answered call."""

from __future__ import annotations

import re
from uuid import uuid4

import httpx
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, sign_up
from tests.site import Site

MAKING_MS = 300_000
COMPLAINT = "快递三天了还没到，一直没有人送货。"


def test_a_sample_project_of_texts_is_made_trained_published_and_called_in_chinese(
    page: Page, site: Site
) -> None:
    sign_up(page, Person("Mei", f"{uuid4().hex}@sample.example", "Samples"))
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    page.get_by_label("查找示例项目").fill("客户")
    page.get_by_role("button", name="开始示例项目客户在说什么").click()
    page.wait_for_url(re.compile(r"/projects/[0-9a-f-]{36}$"))
    expect(page.get_by_role("heading", name="客户在说什么")).to_be_visible()
    expect(page.get_by_text("1 / 1")).to_be_visible(timeout=MAKING_MS)
    take_image(page, "sample-project")
    assert serious_findings(page) == []
    project = page.url.rsplit("/", 1)[1]
    (endpoint,) = call(page, site, "GET", f"deployments?project={project}")["results"]
    key = call(page, site, "POST", f"deployments/{endpoint['id']}/keys", data={"name": "k"})[
        "secret"
    ]
    answer = httpx.post(
        endpoint["predict_url"], headers={"X-API-Key": key}, json={"text": COMPLAINT}
    )
    assert answer.status_code == 200
    assert answer.json()["results"][0]["name"] == "物流"
    (dataset,) = call(page, site, "GET", f"datasets?project={project}")["results"]
    # Part of it is left to label.
    assert 0 < dataset["num_labelled"] < dataset["num_samples"]
