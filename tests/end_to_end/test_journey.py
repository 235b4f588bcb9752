"""The product's main job in a real browser, by somebody who writes no code."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.digits import write_digits
from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, create_project, sign_up

NUM_PER_CLASS = 40
NUM_LOOSE = 6
NUM_CALLS = 3
EPOCHS = 8
TRAINING_MS = 90_000
# A cell off the diagonal that holds samples.
MISTAKEN = re.compile(r"^[1-9]\d* of \d+ samples of “(\d)” were called “(?!\1)")
KEY_LIKE = re.compile(r"\b[a-z]+\.[a-z]+\.[a-z]+\b")


def test_somebody_without_code_takes_images_to_a_called_endpoint(
    page: Page, tmp_path: Path
) -> None:
    sign_up(page, Person("Ida", "ida@journey.example", "Reading room"))
    project = create_project(page, "Handwriting")
    _create_dataset(page)
    _upload_folders_with_a_broken_file(page, tmp_path)
    _upload_loose_files(page, tmp_path)
    _browse(page)
    _label(page)
    _freeze(page)
    _start_run(page)
    _watch_run(page)
    _read_report(page)
    image = tmp_path / "folders/3/000.png"
    _try(page, image)
    _download(page, tmp_path)
    _publish(page)
    _call(page, image)
    _see_statistics(page)
    _stop_and_start(page)
    _store_calls(page, project, tmp_path)
    _correct_a_call(page, project)
    _train_again(page)
    _move_calls_and_go_back(page, project)
    _read_in_chinese(page, project)
    _sign_out(page)


def _create_dataset(page: Page) -> None:
    page.get_by_role("button", name="New dataset").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Digits")
    dialog.get_by_role("button", name="Create and import samples").click()
    expect(page.get_by_role("heading", name="Digits")).to_be_visible()


def _upload_folders_with_a_broken_file(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "folders"
    write_digits(folder, range(NUM_PER_CLASS))
    _mix_up(folder / "8", folder / "9")
    whole = (folder / "0/000.png").read_bytes()
    (folder / "0/broken.png").write_bytes(whole[: len(whole) // 2])
    page.locator("input[webkitdirectory]").set_input_files(folder)
    expect(page.get_by_text("Taken for: A folder per class")).to_be_visible()
    summary = page.get_by_role("region", name="Import finished")
    expect(summary).to_be_visible(timeout=60_000)
    expect(_stat(summary, "Added")).to_have_text(str(10 * NUM_PER_CLASS))
    expect(_stat(summary, "Rejected")).to_have_text("1")
    expect(summary).to_contain_text("broken.png")
    expect(summary).to_contain_text("The image is cut off or damaged")
    take_image(page, "journey-import")
    summary.get_by_role("button", name="Import more").click()


def _mix_up(one: Path, other: Path) -> None:
    """Swap a quarter of the files of two classes, so that no model can be right on all."""
    for number in range(NUM_PER_CLASS // 4):
        name = f"{number:03d}.png"
        mine, theirs = (one / name).read_bytes(), (other / name).read_bytes()
        (one / name).write_bytes(theirs)
        (other / name).write_bytes(mine)


def _upload_loose_files(page: Page, tmp_path: Path) -> None:
    write_digits(tmp_path / "loose", [100])
    files = sorted((tmp_path / "loose").rglob("*.png"))[:NUM_LOOSE]
    named = [
        {
            "name": f"loose-{file.parent.name}.png",
            "mimeType": "image/png",
            "buffer": file.read_bytes(),
        }
        for file in files
    ]
    page.locator("input[type=file]:not([webkitdirectory])").set_input_files(named)  # type: ignore[arg-type]
    expect(page.get_by_role("radio", name=re.compile("No labels yet"))).to_be_checked()
    page.get_by_role("button", name="Start uploading").click()
    summary = page.get_by_role("region", name="Import finished")
    expect(_stat(summary, "Added")).to_have_text(str(NUM_LOOSE), timeout=30_000)


def _browse(page: Page) -> None:
    page.get_by_role("tab", name="Browse").click()
    filters = page.get_by_role("complementary", name="Filters")
    filters.get_by_role("button", name=re.compile(r"^3\s*40$")).click()
    expect(page.get_by_role("img", name=re.compile(", 3$"))).not_to_have_count(0)
    expect(page.get_by_text("40 samples", exact=True)).to_be_visible()
    take_image(page, "journey-browse")
    page.get_by_role("button", name="Clear filters").click()
    filters.get_by_role("searchbox").fill("loose")
    expect(page.get_by_text(f"{NUM_LOOSE} samples", exact=True)).to_be_visible()
    page.get_by_role("img", name=re.compile("loose-3")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody has labelled it yet.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Clear filters").click()


def _label(page: Page) -> None:
    page.get_by_role("link", name=f"Label the remaining {NUM_LOOSE}").click()
    title = page.get_by_text(re.compile(r"^loose-\d\.png · 8 × 8 pixels"))
    expect(title).to_be_visible()
    first = re.findall(r"\d", title.inner_text())[0]
    page.keyboard.press(first)
    expect(title).not_to_contain_text(f"loose-{first}")
    take_image(page, "journey-label")
    page.keyboard.press("Control+z")
    expect(title).to_contain_text(f"loose-{first}")
    labels = page.get_by_role("group", name="Labels")
    page.keyboard.press(first)
    expect(page.get_by_text("401 of 406")).to_be_visible()
    expect(title).not_to_contain_text(f"loose-{first}")
    page.keyboard.press("ArrowLeft")
    expect(labels.get_by_role("button", name=re.compile(f"^{first}"))).to_have_attribute(
        "aria-pressed", "true"
    )

    page.get_by_text("Batch", exact=True).click()
    grid = page.get_by_role("group", name="Samples of this session")
    for digit in sorted(set("012345") - {first}):
        grid.get_by_role("button", name=re.compile(f"^loose-{digit}.png")).click()
        page.keyboard.press(digit)
        expect(
            grid.get_by_role("button", name=f"loose-{digit}.png: {digit}", exact=True)
        ).to_be_visible()
    expect(page.get_by_text("Done: 6 samples labelled.")).to_be_visible()
    expect(page.get_by_text("Saved")).to_be_visible()
    take_image(page, "journey-label-batch")
    page.get_by_role("main").get_by_role("link", name="Freeze a version").click()


def _freeze(page: Page) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Note (optional)").fill("first")
    take_image(page, "journey-freeze")
    dialog.get_by_role("button", name="Freeze 406 samples").click()
    train = page.get_by_role("link", name="Train on this")
    expect(train).to_be_visible(timeout=30_000)
    take_image(page, "journey-version")
    train.click()


def _start_run(page: Page) -> None:
    check = page.get_by_role("region", name="Data check")
    expect(check).to_contain_text("fewer than 100 samples", timeout=20_000)
    page.get_by_role("button", name="Preview on my data").click()
    expect(page.get_by_role("img", name="Random variant")).not_to_have_count(0, timeout=40_000)
    page.get_by_role("radio", name=re.compile("Fast")).check(force=True)
    page.get_by_label("Epochs").fill(str(EPOCHS))
    page.get_by_text("Expert options").click()
    page.get_by_label("Early stopping after").fill(str(EPOCHS))
    take_image(page, "journey-new-run")
    page.get_by_role("button", name="Start", exact=True).click()


def _watch_run(page: Page) -> None:
    phases = page.get_by_role("list", name="Phases of the run")
    expect(phases).to_be_visible()
    expect(phases.locator("[aria-current=step]")).to_contain_text("Train", timeout=TRAINING_MS)
    expect(page.get_by_role("figure", name="Loss")).to_be_visible(timeout=TRAINING_MS)
    take_image(page, "journey-run-live")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Resume").click(timeout=TRAINING_MS)
    model = page.get_by_role("link", name="Open the model")
    expect(model).to_be_visible(timeout=TRAINING_MS)
    take_image(page, "journey-run-done")
    model.click()


def _read_report(page: Page) -> None:
    expect(page.get_by_text(re.compile("measured on .* test samples"))).to_be_visible()
    expect(page.get_by_text("Trained from scratch.")).to_be_visible()
    matrix = page.get_by_role("table", name="Confusion matrix")
    wrong = matrix.get_by_role("button", name=MISTAKEN).first
    wrong.click()
    expect(page).to_have_url(re.compile("actual="))
    mistakes = page.get_by_role("region", name=re.compile(r"^\d+ mistakes?$"))
    expect(mistakes.get_by_role("img")).not_to_have_count(0)
    take_image(page, "journey-report")
    page.get_by_role("switch", name=re.compile("Show where it looked")).click()
    precision = _stat(page.get_by_role("region", name="Threshold"), "Precision")
    before = precision.inner_text()
    handle = page.get_by_role("slider", name="Threshold")
    handle.focus()
    handle.press("End")
    expect(page).to_have_url(re.compile("threshold=1.00"))
    expect(precision).not_to_have_text(before)


def _try(page: Page, image: Path) -> None:
    page.get_by_role("tab", name="Try it").click()
    panel = page.get_by_role("tabpanel", name="Try it")
    panel.locator("input[type=file]:not([capture])").set_input_files(image)
    expect(panel.get_by_text("Predicted in")).to_be_visible(timeout=40_000)
    take_image(page, "journey-try")


def _download(page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Download").click()
    package = _saved(page, page.get_by_role("link", name="Model package"), tmp_path)
    assert {"manifest.json", "model.onnx"} <= {Path(name).name for name in package.namelist()}
    page.get_by_role("button", name="Build Python SDK").click()
    sdk = page.get_by_role("link", name="Python SDK")
    expect(sdk).to_be_visible(timeout=40_000)
    names = _saved(page, sdk, tmp_path).namelist()
    assert any(name.endswith(".whl") for name in names)
    take_image(page, "journey-download")


def _saved(page: Page, link: Locator, folder: Path) -> zipfile.ZipFile:
    """Follow a download link and open the zip that it leads to."""
    with page.expect_download() as download:
        link.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    return archive


def _publish(page: Page) -> None:
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Digit reader")
    dialog.get_by_role("textbox", name="Address").fill("digit-reader")
    dialog.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="Digit reader")).to_be_visible()
    expect(page.get_by_text("Running", exact=True)).to_be_visible(timeout=60_000)


def _call(page: Page, image: Path) -> None:
    expect(page.get_by_text("The API key “Try it” was made")).to_be_visible()
    take_image(page, "journey-published")
    page.get_by_role("button", name="I have kept it").click()
    page.get_by_role("tab", name="Keys and callers").click()
    page.get_by_role("button", name="New API key").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("shop window")
    dialog.get_by_role("button", name="New API key").click()
    page.get_by_role("button", name="I have kept it").click()
    page.get_by_role("tab", name="Call it").click()
    console = page.get_by_role("region", name="Try it")
    console.locator("input[type=file]:not([capture])").set_input_files(image)
    expect(console.get_by_text("000.png: responded in")).to_be_visible(timeout=30_000)
    take_image(page, "journey-call")

    snippet = page.get_by_role("figure", name="curl", exact=True).locator("code").inner_text()
    (image.parent / "photo.jpg").write_bytes(image.read_bytes())
    response = subprocess.run(
        ["bash", "-c", snippet.replace("curl", "curl --silent --fail", 1)],
        cwd=image.parent,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert response.returncode == 0, response.stderr
    (best, *_) = json.loads(response.stdout)["results"]
    assert best["name"] in "0123456789"


def _see_statistics(page: Page) -> None:
    page.get_by_role("tab", name="Statistics").click()
    panel = page.get_by_role("tabpanel", name="Statistics")
    expect(_stat(panel, "Calls")).to_have_text("2", timeout=90_000)
    take_image(page, "journey-statistics")


def _stop_and_start(page: Page) -> None:
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Running", exact=True)).to_be_visible(timeout=60_000)


def _store_calls(page: Page, project: str, tmp_path: Path) -> None:
    """Let calls be stored, call the endpoint as an application does, and look at the calls."""
    page.get_by_role("tab", name="Calls", exact=True).click()
    page.get_by_role("button", name="Choose which calls to store").click()
    take_image(page, "journey-consent")
    page.get_by_role("button", name="Store these calls").click()
    expect(page.get_by_role("button", name="What is stored")).to_be_visible()
    (deployment,) = _rows(page, "deployments", project)
    made = page.request.post(
        f"/api/v1/deployments/{deployment['id']}/keys",
        data={"name": "till"},
        headers={"X-CSRFToken": _cookie(page, "csrftoken")},
    )
    headers = {"Authorization": f"Bearer {made.json()['secret']}", "Easel-Feedback": "true"}
    write_digits(tmp_path / "calls", [150])
    for file in sorted((tmp_path / "calls").rglob("*.png"))[:NUM_CALLS]:
        answer = httpx.post(
            deployment["predict_url"], content=file.read_bytes(), headers=headers, trust_env=False
        )
        assert answer.is_success, answer.text
    stored = page.get_by_role("checkbox", name=re.compile("Select call"))
    expect(stored).to_have_count(NUM_CALLS, timeout=60_000)
    page.get_by_role("button", name=re.compile("The caller asked")).first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_text("Predicted by revision 1")).to_be_visible()
    take_image(page, "journey-stored-call")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def _cookie(page: Page, name: str) -> str:
    return next(one["value"] for one in page.context.cookies() if one["name"] == name)


def _correct_a_call(page: Page, project: str) -> None:
    """Add the calls to the dataset, label them there, and freeze a version."""
    page.get_by_role("button", name=f"Select these {NUM_CALLS}").click()
    page.get_by_role("button", name=f"Add {NUM_CALLS} to a dataset").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text(f"{NUM_CALLS} samples were added")).to_be_visible(timeout=30_000)
    take_image(page, "journey-calls-added")
    dialog.get_by_role("link", name="Correct them in the labelling tool").click()
    title = page.get_by_text(re.compile(r"^call-\d+\.png · 8 × 8 pixels"))
    expect(title).to_be_visible(timeout=20_000)
    take_image(page, "journey-correct")
    page.keyboard.press("3")
    expect(page.get_by_text("Saved")).to_be_visible()
    (dataset,) = _rows(page, "datasets", project)
    page.goto(f"/projects/{project}/data/{dataset['id']}/versions?freeze=1")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Freeze 40")).click()
    expect(page.get_by_role("link", name="Train on this").first).to_be_visible(timeout=30_000)


def _train_again(page: Page) -> None:
    """Train on the version that has the calls, as before."""
    page.get_by_role("link", name="Train on this").first.click()
    page.get_by_role("radio", name=re.compile("Fast")).check(force=True)
    page.get_by_label("Epochs").fill("2")
    page.get_by_role("button", name="Start", exact=True).click()
    model = page.get_by_role("link", name="Open the model")
    expect(model).to_be_visible(timeout=TRAINING_MS)


def _move_calls_and_go_back(page: Page, project: str) -> None:
    (deployment,) = _rows(page, "deployments", project)
    page.goto(f"/projects/{project}/deploy/{deployment['id']}?tab=versions")
    panel = page.get_by_role("tabpanel", name="Versions")
    revisions = panel.get_by_role("row")
    expect(revisions).to_have_count(2)
    panel.get_by_role("button", name="Add a version beside").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Model version").click()
    page.locator(".ant-select-item-option").first.click()
    take_image(page, "journey-version-beside")
    dialog.get_by_role("button", name="Add", exact=True).click()
    for row, share in ((1, "10%"), (2, "90%")):
        expect(revisions.nth(row).get_by_role("cell", name=share, exact=True)).to_be_visible(
            timeout=60_000
        )
    take_image(page, "journey-versions")
    _compare(page, panel)
    panel.get_by_role("button", name="Promote revision 2").click()
    all_calls = revisions.nth(1).get_by_role("cell", name="100%", exact=True)
    expect(all_calls).to_be_visible(timeout=60_000)
    panel.get_by_role("button", name="Roll back").click()
    page.get_by_role("dialog").get_by_role("button", name="Roll back").click()
    all_calls = revisions.nth(2).get_by_role("cell", name="100%", exact=True)
    expect(all_calls).to_be_visible(timeout=60_000)
    (now,) = _rows(page, "deployments", project)
    assert now["model_version"]["id"] == deployment["model_version"]["id"]


def _compare(page: Page, panel: Locator) -> None:
    """Look at both revisions beside each other, and go back to all."""
    panel.get_by_role("button", name="Compare revision 2 with revision 1").click()
    expect(page.get_by_text("Compare revisions", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("^Not enough calls yet")).first).to_be_visible()
    take_image(page, "journey-comparison")
    page.get_by_role("button", name="All versions").click()


def _rows(page: Page, kind: str, project: str) -> list[dict[str, Any]]:
    response = page.request.get(f"/api/v1/{kind}", params={"project": project})
    rows: list[dict[str, Any]] = response.json()["results"]
    return rows


def _read_in_chinese(page: Page, project: str) -> None:
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    for path in _addresses(page, project):
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert KEY_LIKE.findall(page.locator("body").inner_text()) == [], path
    take_image(page, "journey-chinese")


def _addresses(page: Page, project: str) -> list[str]:
    """Return a page of every kind, with things in it."""

    def first(kind: str) -> str:
        identity: str = _rows(page, kind, project)[0]["id"]
        return identity

    base = f"/projects/{project}"
    dataset, model = f"{base}/data/{first('datasets')}", f"{base}/models/{first('model-versions')}"
    endpoint = f"{base}/deploy/{first('deployments')}"
    lists = ("", "/data", "/label", "/train", "/train/new", "/models", "/deploy", "/settings")
    tabs = ("browse", "import", "statistics", "versions", "labels", "trash")
    return [
        "/",
        *(base + name for name in lists),
        *(f"{dataset}/{tab}" for tab in tabs),
        f"{base}/train/{first('training-runs')}",
        *(f"{model}?tab={tab}" for tab in ("report", "try", "explain", "compare")),
        *(
            f"{endpoint}?tab={tab}"
            for tab in ("call", "statistics", "calls", "callers", "versions")
        ),
        "/settings/keys",
        "/help",
        "/python",
    ]


def _sign_out(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Ida")).click()
    page.get_by_role("menuitem", name="退出").click()
    expect(page.get_by_role("heading", name="登录")).to_be_visible()


def _stat(place: Locator, label: str) -> Locator:
    """Return the number that stands under ``label``."""
    return place.locator("dt", has_text=re.compile(f"^{label}$")).locator("+ dd")
