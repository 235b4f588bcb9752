"""Versions behind an endpoint, from its calls to the next one, by somebody who reads Chinese."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.api import call
from tests.end_to_end.digits import write_digits
from tests.end_to_end.images import take_image
from tests.end_to_end.members import organisation_of
from tests.end_to_end.people import Person, sign_up
from tests.end_to_end.sample_project import is_running, wait_until
from tests.site import Site

NUM_CALLS = 40
JOB_MS = 300_000

# The same way in English is a part of test_journey.
pytestmark = pytest.mark.exhaustive


def test_a_version_is_released_watched_corrected_retrained_evaluated_and_replaced(
    page: Page, site: Site, tmp_path: Path
) -> None:
    sign_up(page, Person("Mei", f"{uuid4().hex}@loop.example", "工坊"))
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    fields = {
        "organisation_id": organisation_of(page, site),
        "task": "image.classification",
        "language": "zh",
    }
    project: str = call(page, site, "POST", "projects/sample", data=fields)["id"]
    wait_until(lambda: is_running(page, site, project), "a sample project")
    _train(page, project, epochs=1)
    _share_calls(page, project)
    _compare_and_promote(page)
    _store_calls(page, site, project, tmp_path)
    _correct(page)
    _freeze(page, site, project)
    _train(page, project, epochs=2)
    _evaluate(page, site, project)
    _replace(page, site, project)


def _train(page: Page, project: str, epochs: int) -> None:
    page.goto(f"/projects/{project}/train/new")
    page.get_by_role("radio", name=re.compile("快速")).check(force=True)
    page.get_by_label("训练轮数").fill(str(epochs))
    page.get_by_role("button", name="开始训练").click()
    model = page.get_by_role("link", name="查看模型")
    expect(model).to_be_visible(timeout=JOB_MS)
    model.click()
    expect(page.get_by_role("tab", name="报告")).to_be_visible()


def _open_endpoint(page: Page, site: Site, project: str, tab: str) -> Any:
    (endpoint,) = call(page, site, "GET", f"deployments?project={project}")["results"]
    page.goto(f"/projects/{project}/deploy/{endpoint['id']}?tab={tab}")
    return endpoint


def _share_calls(page: Page, project: str) -> None:
    """Put the new version beside the old one, with a tenth of the calls."""
    page.goto(f"/projects/{project}/deploy")
    page.get_by_role("main").get_by_role("link", name="手写数字").first.click()
    page.get_by_role("tab", name="版本").click()
    panel = page.get_by_role("tabpanel", name="版本")
    panel.get_by_role("button", name="添加并行版本").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="模型版本").click()
    page.locator(".ant-select-item-option").first.click()
    take_image(page, "loop-zh-beside")
    dialog.get_by_role("button", name="添加", exact=True).click()
    for row, share in ((1, "10%"), (2, "90%")):
        cell = panel.get_by_role("row").nth(row).get_by_role("cell", name=share, exact=True)
        expect(cell).to_be_visible(timeout=60_000)
    take_image(page, "loop-zh-shares")


def _compare_and_promote(page: Page) -> None:
    panel = page.get_by_role("tabpanel", name="版本")
    panel.get_by_role("button", name="对比修订版 2 与修订版 1").click()
    expect(page.get_by_text("对比修订版", exact=True)).to_be_visible()
    take_image(page, "loop-zh-comparison")
    page.get_by_role("button", name="全部版本").click()
    panel.get_by_role("button", name="全量切换到修订版 2").click()
    _expect_all_calls(panel.get_by_role("row").nth(1))
    take_image(page, "loop-zh-promoted")


def _expect_all_calls(row: Locator) -> None:
    expect(row.get_by_role("cell", name="100%", exact=True)).to_be_visible(timeout=60_000)


def _store_calls(page: Page, site: Site, project: str, folder: Path) -> None:
    """Let calls be stored, and call as an application does that learns later what was right."""
    endpoint = _open_endpoint(page, site, project, "calls")
    page.get_by_role("button", name="选择保存哪些调用").click()
    take_image(page, "loop-zh-consent")
    page.get_by_role("button", name="保存这些调用").click()
    expect(page.get_by_role("button", name="保存设置")).to_be_visible()
    path = f"deployments/{endpoint['id']}/keys"
    key = call(page, site, "POST", path, data={"name": "收银台"})["secret"]
    headers = {"Authorization": f"Bearer {key}", "Easel-Feedback": "true"}
    write_digits(folder, range(150, 150 + NUM_CALLS // 10))
    with httpx.Client(headers=headers, trust_env=False) as caller:
        for file in sorted(folder.rglob("*.png")):
            answer = caller.post(endpoint["predict_url"], content=file.read_bytes())
            truth = {"log_id": answer.json()["log_id"], "labels": [file.parent.name]}
            told = caller.post(endpoint["predict_url"].replace("predict", "feedback"), json=truth)
            assert told.is_success, told.text
    told = page.locator("dl > div").filter(has_text="有真实结果").locator("dd")
    expect(told).to_have_text(str(NUM_CALLS), timeout=60_000)
    take_image(page, "loop-zh-calls")


def _correct(page: Page) -> None:
    """Make samples of the calls, and correct what one of them shows."""
    page.get_by_role("button", name=f"选择这 {NUM_CALLS} 条").click()
    page.get_by_role("button", name=f"将 {NUM_CALLS} 条加入数据集").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="加入", exact=True).click()
    expect(dialog.get_by_text(f"已加入 {NUM_CALLS} 个样本")).to_be_visible(timeout=30_000)
    take_image(page, "loop-zh-added")
    dialog.get_by_role("link", name="在标注工具中修正").click()
    title = page.get_by_text(re.compile(r"^call-\d+\.png"))
    expect(title).to_be_visible(timeout=20_000)
    before = title.inner_text()
    page.keyboard.press("1")
    expect(title).not_to_have_text(before)
    expect(page.get_by_text("已保存").first).to_be_visible()
    take_image(page, "loop-zh-correct")


def _freeze(page: Page, site: Site, project: str) -> None:
    (dataset,) = call(page, site, "GET", f"datasets?project={project}")["results"]
    page.goto(f"/projects/{project}/data/{dataset['id']}/versions?freeze=1")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("生成版本")).click()
    expect(page.get_by_role("link", name="用它训练")).to_have_count(2, timeout=60_000)
    take_image(page, "loop-zh-version")


def _evaluate(page: Page, site: Site, project: str) -> None:
    """Measure the new version and the one before on what neither has learnt from."""
    page.get_by_role("button", name="开始评估").click()
    expect(page.get_by_role("heading", name="新建评估")).to_be_visible()
    expect(page.get_by_text("手写数字 v3")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^手写数字 v2（"))).to_be_visible()
    page.get_by_role("combobox", name="单独评估").click()
    page.locator(".ant-select-item-option").last.click()
    take_image(page, "loop-zh-evaluation-form")
    page.get_by_role("button", name="开始评估").click()
    expect(page.get_by_text(re.compile("^全部 .* 个样本"))).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_text(re.compile("^带有标记“手写数字”的 .* 个样本"))).to_be_visible()
    expect(page.get_by_text(re.compile("被其中一个模型用于训练"))).to_be_visible()
    take_image(page, "loop-zh-evaluation")


def _replace(page: Page, site: Site, project: str) -> None:
    """Put the new version in the place of the one that answers."""
    before = _open_endpoint(page, site, project, "versions")
    panel = page.get_by_role("tabpanel", name="版本")
    panel.get_by_role("combobox", name="选择模型版本").click()
    page.locator(".ant-select-item-option").first.click()
    panel.get_by_role("button", name="原地替换").click()
    expect(panel.get_by_role("row")).to_have_count(4, timeout=60_000)
    _expect_all_calls(panel.get_by_role("row").nth(1))
    take_image(page, "loop-zh-replaced")
    (now,) = call(page, site, "GET", f"deployments?project={project}")["results"]
    assert now["model_version"]["id"] != before["model_version"]["id"]
