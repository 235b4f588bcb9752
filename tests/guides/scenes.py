"""What is shown of each how-to page."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.benchmarks.tasks.measuring import shared_data
from tests.benchmarks.tasks.speech_recognition import write_digits
from tests.end_to_end.mouse import drag
from tests.guides.guide import JOB_MS, Guide

KINDS = ("Banana", "Kiwi", "Orange", "Watermelon")


def clean_your_data(guide: Guide) -> None:
    """Inspect photographs of which some were taken twice, and fix that."""
    project, dataset = _groceries(guide, 14, copies=3)
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/quality")
    guide.button("quality.inspect").click()
    expect(page.get_by_text(guide.say("quality.inspectedAt")).first).to_be_visible(timeout=JOB_MS)
    guide.shoot("report")
    card = page.get_by_role("article", name=guide.say("quality.kind.same_content.name"))
    card.scroll_into_view_if_needed()
    card.get_by_role("button").first.click()
    expect(page.get_by_role("dialog").get_by_role("button").first).to_be_visible()
    guide.shoot("fix")

    page.goto(f"/projects/{project}/data/{dataset}/quality?part=cleaning")
    for step in ("crop", "drop_duplicates"):
        page.get_by_role("button", name=guide.say("cleaning.add")).click()
        page.get_by_role("menuitem", name=guide.say(f"cleaning.step.{step}.name")).click()
    page.get_by_label(guide.say("cleaning.step.crop.option.left")).fill("0.2")
    guide.button("cleaning.look").click()
    expect(page.get_by_role("article").first).to_be_visible(timeout=JOB_MS)
    page.get_by_role("article").nth(2).scroll_into_view_if_needed()
    guide.shoot("recipe")

    page.goto(f"/projects/{project}/data/{dataset}/map")
    guide.button("map.draw").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=JOB_MS)
    guide.shoot("map")


def label_in_a_team(guide: Guide) -> None:
    """Hand photographs to two people, label some, and review the answers."""
    project, dataset = _groceries(guide, 6)
    _forget_labels(guide, dataset, 18)
    for name in ("Ann", "Bo"):
        guide.invite(name, "contributor")
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/browse?state=unlabelled")
    page.get_by_role("link", name=guide.say("newAssignment.create")).click()
    page.get_by_label(guide.say("assignments.field.name"), exact=True).fill(
        guide.say("assignments.own.go")
    )
    page.get_by_role("combobox", name=guide.say("assignments.field.annotators")).click()
    for option in ("Ann", "Bo", "Ida"):
        page.locator(".ant-select-item-option").filter(has_text=option).first.click()
    page.keyboard.press("Escape")
    guide.shoot("hand-out")
    guide.button("newAssignment.create").click()
    page.wait_for_url(re.compile(r"/assignments/[0-9a-f-]{36}$"))
    assignment = page.url.split("/")[-1]
    page.goto("/")
    guide.shoot("own-work")
    page.goto(f"/assignments/{assignment}/work")
    expect(guide.button("assignments.work.handIn")).to_be_visible()
    guide.shoot("work")


def label_with_a_model(guide: Guide) -> None:
    """Let similar samples suggest labels, and answer one by one and many at a time."""
    project, dataset = _groceries(guide, 10)
    _forget_labels(guide, dataset, 28)
    page = guide.page
    page.goto(f"/projects/{project}/label/{dataset}")
    guide.button("labelling.suggest.open").click()
    ask = page.get_by_role("dialog")
    ask.get_by_label(guide.say("labelling.suggest.ask.classifier")).check()
    guide.button("labelling.suggest.ask.start").click()
    many = ask.get_by_role("region", name=guide.say("labelling.suggest.many.title"))
    expect(many.get_by_role("button").first).to_be_visible(timeout=JOB_MS)
    guide.shoot("ask")
    page.keyboard.press("Escape")
    expect(ask).to_be_hidden()
    bar = page.get_by_role("region", name=guide.say("labelling.suggest.title"))
    expect(bar).to_be_visible()
    guide.shoot("one")
    page.goto(f"/projects/{project}/label/{dataset}?mode=suggested")
    wall = page.get_by_role("group", name=guide.say("labelling.queue"))
    wall.get_by_role("button").nth(1).click()
    guide.shoot("wall")
    _cut_a_cell_out(guide)


def work_with_versions(guide: Guide) -> None:
    """Keep a filter as a view, freeze two versions, and compare them."""
    project, dataset = _groceries(guide, 8)
    page = guide.page
    browse = f"/projects/{project}/data/{dataset}/browse"
    page.goto(browse)
    page.get_by_role("complementary").get_by_role("button", name=KINDS[1]).click()
    guide.button("views.save").click()
    page.get_by_label(guide.say("views.name")).fill(KINDS[1])
    page.get_by_role("dialog").get_by_role("button", name=guide.say("datasets.save")).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    guide.button("views.chooseFound").click()
    guide.shoot("view")
    guide.freeze(dataset)
    _forget_labels(guide, dataset, 5)
    newest = guide.freeze(dataset)
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    expect(guide.button("lineage.show").first).to_be_visible()
    guide.shoot("versions")
    page.goto(f"/projects/{project}/data/{dataset}/versions/{newest}/diff")
    guide.shoot("compare")


def annotate_images(guide: Guide) -> None:
    """Show the marks of a blood smear, and turn one of them."""
    project, dataset = guide.dataset("image.object_detection", "Blood cells")
    _blood_cells(guide, dataset, 3)
    page = guide.page
    page.goto(f"/projects/{project}/label/{dataset}?scope=all")
    expect(page.get_by_role("application").locator("canvas").last).to_be_visible()
    guide.shoot("layers")
    page.keyboard.press("Control+ArrowDown")
    page.keyboard.press("Shift+BracketRight")
    expect(page.get_by_text(guide.say("labelling.saved"), exact=True)).to_be_visible()
    guide.shoot("turned")


def label_audio_video_and_tables(guide: Guide) -> None:
    """Cut a recording of digits into segments, and say what the columns of a table mean."""
    project, dataset = guide.dataset("speech.recognition", "Spoken digits")
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        write_digits(Path(folder), "george", 3)
        guide.bring_in_zip(dataset, Path(folder), "transcripts")
    page = guide.page
    page.goto(f"/projects/{project}/label/{dataset}?scope=all")
    wave = page.locator("[class*=wave]").first
    expect(wave.locator("canvas").first).to_be_attached()
    box = wave.bounding_box()
    assert box is not None
    for start, end in ((0.05, 0.25), (0.35, 0.6)):
        page.mouse.move(box["x"] + start * box["width"], box["y"] + 0.5 * box["height"])
        page.mouse.down()
        page.mouse.move(box["x"] + end * box["width"], box["y"] + 0.5 * box["height"], steps=8)
        page.mouse.up()
    expect(page.get_by_alt_text(guide.say("audio.pitches"))).to_be_visible()
    guide.shoot("audio")

    project, dataset = guide.dataset("tabular.prediction", "Abalone")
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        shutil.copy(shared_data("tabular", "abalone.csv"), folder)
        guide.bring_in_zip(dataset, Path(folder), "table")
    page.goto(f"/projects/{project}/data/{dataset}/table")
    expect(page.get_by_role("combobox").first).to_be_visible()
    guide.shoot("table")


def import_in_place(guide: Guide) -> None:
    """Take in a folder of the server."""
    place = guide.site.data / "shared" / "groceries"
    for kind in KINDS:
        (place / kind).mkdir(parents=True, exist_ok=True)
        for path in sorted((shared_data("groceries") / "train" / kind).iterdir())[:4]:
            shutil.copyfile(path, place / kind / path.name)
    project, dataset = guide.dataset("image.classification", "Groceries")
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/import")
    panel = page.get_by_role("region", name=guide.say("datasets.inPlace.title"))
    panel.get_by_role("button", name="groceries").click()
    panel.get_by_role("button", name=guide.say("datasets.inPlace.look")).click()
    expect(page.get_by_role("radio").first).to_be_checked()
    guide.shoot("folder")


def preview_augmentation(guide: Guide) -> None:
    """Show what training sees of blood smears and the cells marked on them."""
    project, dataset = guide.dataset("image.object_detection", "Blood cells")
    _blood_cells(guide, dataset, 12)
    guide.freeze(dataset)
    page = guide.page
    page.goto(f"/projects/{project}/train/new")
    guide.button("training.new.augmentation.preview").click()
    figures = page.get_by_role("figure")
    expect(figures.first).to_be_visible(timeout=JOB_MS)
    figures.first.scroll_into_view_if_needed()
    guide.shoot("seen")


def search_settings(guide: Guide) -> None:
    """Search for the settings that tell four kinds of groceries apart."""
    project, dataset = _groceries(guide, 40)
    version = guide.freeze(dataset)
    page = guide.page
    page.goto(f"/projects/{project}/search/new?version={version}")
    expect(guide.button("tuning.new.start")).to_be_enabled()
    guide.shoot("new")
    study = guide.call(
        "POST",
        "studies",
        data={
            "project_id": project,
            "dataset_version_ids": [version],
            "target": "cloud_api",
            "backbone": "small_cnn",
            "options": {"epochs": 3, "image_size": 32, "learning_rate": 2e-4},
            "space": {
                "parameters": [
                    {
                        "name": "learning_rate",
                        "range": {"kind": "float", "low": 1e-4, "high": 0.1, "log": True},
                    },
                    {"name": "optimizer", "range": {"kind": "choices", "values": ["adamw", "sgd"]}},
                    {"name": "batch_size", "range": {"kind": "int", "low": 4, "high": 32}},
                ]
            },
            "pruner": {"kind": "none"},
            "max_trials": 10,
            "num_parallel": 2,
        },
    )
    page.goto(f"/projects/{project}/search/{study['id']}")
    finished = page.get_by_text(guide.say("tuning.lead.trials"))
    expect(finished).to_be_visible(timeout=3 * JOB_MS)
    guide.shoot("found")


def use_more_formats(guide: Guide) -> None:
    """Write blood smears as KITTI, and bring that in again.

    Raises:
        FileNotFoundError: when no interpreter has datumaro.
    """
    if not os.environ.get("EASEL_DATUMARO_PYTHON"):
        raise FileNotFoundError("EASEL_DATUMARO_PYTHON names no interpreter with datumaro.")
    project, dataset = guide.dataset("image.object_detection", "Blood cells")
    _blood_cells(guide, dataset, 12)
    guide.freeze(dataset)
    page = guide.page
    page.goto(f"/projects/{project}/data/{dataset}/versions")
    guide.button("datasets.versions.export").click()
    page.get_by_role("menuitem", name=guide.say("datumaro.more")).click()
    _choose_format(guide, "kitti_detection")
    dialog = page.get_by_role("dialog")
    guide.button("datumaro.write").click()
    download = dialog.get_by_role("link", name=guide.say("datumaro.download"))
    expect(download).to_be_visible(timeout=JOB_MS)
    guide.shoot("export")

    with page.expect_download() as saved:
        download.click()
    project, dataset = guide.dataset("image.object_detection", "Blood cells of KITTI")
    page.goto(f"/projects/{project}/data/{dataset}/import")
    with page.expect_file_chooser() as chooser:
        guide.button("datasets.import.pickFiles").click()
    chooser.value.set_files(saved.value.path())
    _choose_format(guide, "kitti_detection")
    guide.shoot("import")


def _choose_format(guide: Guide, name: str) -> None:
    guide.page.get_by_role("combobox", name=guide.say("datumaro.choose")).fill(name)
    guide.page.get_by_title(name, exact=True).click()


def _cut_a_cell_out(guide: Guide) -> None:
    """Draw a box around a white blood cell, whose outline is found by its colours."""
    project, dataset = guide.dataset("image.segmentation", "Blood cells")
    source = shared_data("blood_cells") / "JPEGImages"
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        for path in sorted(source.glob("*.jpg"))[:1]:
            shutil.copyfile(path, Path(folder) / path.name)
        guide.bring_in(dataset, Path(folder), "loose_files")
    guide.call("POST", f"datasets/{dataset}/labels", data={"name": "WBC"})
    page = guide.page
    page.goto(f"/projects/{project}/label/{dataset}?scope=all")
    image = page.get_by_role("application").locator("canvas").last
    expect(image).to_be_visible()
    page.keyboard.press("c")
    drag(page, image, (0.38, 0.34), (0.79, 0.82))
    layers = page.get_by_role("button", name=re.compile("1 WBC"))
    expect(layers.first).to_be_visible(timeout=JOB_MS)
    guide.shoot("cut-out")


def _blood_cells(guide: Guide, dataset: str, num: int) -> None:
    """Bring blood smears in with their boxes."""
    source = shared_data("blood_cells")
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        for path in sorted((source / "JPEGImages").glob("*.jpg"))[:num]:
            for place, name in (("JPEGImages", path.name), ("Annotations", f"{path.stem}.xml")):
                (Path(folder) / place).mkdir(exist_ok=True)
                shutil.copyfile(source / place / name, Path(folder) / place / name)
        guide.bring_in_zip(dataset, Path(folder), "voc")


def _forget_labels(guide: Guide, dataset: str, num: int) -> None:
    """Make samples unlabelled, alike of each kind."""
    samples = guide.samples(dataset)
    for number in range(num):
        sample = samples[number * len(samples) // num]
        fields = {"revision": sample["revision"]}
        guide.call("DELETE", f"samples/{sample['id']}/labels", data=fields)


def _groceries(guide: Guide, num: int, *, copies: int = 0) -> tuple[str, str]:
    """Bring photographs of four kinds in, some of the first kind twice; return project, dataset."""
    project, dataset = guide.dataset("image.classification", "Groceries")
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        for kind in KINDS:
            place = Path(folder) / kind
            place.mkdir()
            photographs = sorted((shared_data("groceries") / "train" / kind).iterdir())[:num]
            for path in photographs:
                shutil.copyfile(path, place / path.name)
            for path in photographs[: copies if kind == KINDS[0] else 0]:
                # The same pixels in other bytes: an import would skip the very same file.
                Image.open(path).save(place / f"{path.stem}-again.png")
        guide.bring_in(dataset, Path(folder))
    return project, dataset


SCENES: Mapping[str, Callable[[Guide], None]] = {
    "clean-your-data": clean_your_data,
    "import-in-place": import_in_place,
    "label-in-a-team": label_in_a_team,
    "label-audio-video-and-tables": label_audio_video_and_tables,
    "label-with-a-model": label_with_a_model,
    "annotate-images": annotate_images,
    "preview-augmentation": preview_augmentation,
    "search-settings": search_settings,
    "use-more-formats": use_more_formats,
    "work-with-versions": work_with_versions,
}
"""By the name of the page."""
