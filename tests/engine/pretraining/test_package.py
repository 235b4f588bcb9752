"""The model that comes with Easel reads what nobody has trained it on."""

from __future__ import annotations

from pathlib import Path

import easel.runtime
import numpy as np
import pytest
from PIL import Image, ImageDraw
from rapidfuzz.distance import Levenshtein

from engine.catalog import TASKS
from engine.cli import main
from engine.data.ocr.synthesis.fonts import find_fonts, fonts_for, open_font
from engine.pretraining.package import BUILDERS
from engine.specs.package.manifest import Manifest
from tests.engine.evaluation.small_models import read_json
from tests.engine.runs import events

TASK = "ocr.text_recognition"
# Of a family that the weights have not seen; and what they have, for Chinese.
LATIN, CHINESE = "LiberationSans-Regular.ttf", "NotoSansCJK-Regular.ttc"
LINES = (
    (LATIN, "Invoice 2026-11-29"),
    (LATIN, "Total: 1,284.50 EUR"),
    (LATIN, "Grüße aus Köln!"),
    (LATIN, "Order no. AB-7741/3"),
    (CHINESE, "发票号码 30518"),
    (CHINESE, "上海市长宁区"),
)


@pytest.fixture(name="work", scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package; return the work folder."""
    work = tmp_path_factory.mktemp("work")
    assert main(["package_built_in", "--task", TASK, "--work", str(work)]) == 0
    return work


def test_it_reads_a_letter_in_two_scripts(work: Path) -> None:
    model = easel.runtime.load(work / "package")

    found = model.predict(letter())

    read = sorted(found, key=lambda one: min(y for _, y in one.points))
    said = [one.words for one in read]
    wanted = [text for _, text in LINES]
    assert len(said) == len(wanted), said
    edits = [Levenshtein.distance(one, other) for one, other in zip(said, wanted, strict=True)]
    assert sum(edits) <= 0.1 * sum(map(len, wanted)), said


def test_its_report_is_of_drawn_pages_and_its_manifest_names_its_weights(work: Path) -> None:
    manifest = Manifest.model_validate(read_json(work / "package" / "manifest.json"))
    report = read_json(work / "package" / "report.json")

    assert manifest.task == TASK
    assert report["training"]["pretrained"] == "easel/reader_medium"
    assert report["training"]["train_samples"] == report["training"]["epochs"] == 0
    metrics = {one["name"]: one["value"] for one in report["metrics"]}
    assert metrics["detection_f1"] > 0.75
    assert metrics["character_error_rate"] < 0.3
    assert "啊" in read_json(work / "package" / "characters.json")


def test_the_catalog_names_the_tasks_that_have_such_a_model() -> None:
    assert set(BUILDERS) == {key for key, card in TASKS.items() if card.works_untrained}


def test_a_task_without_such_a_model_is_refused_by_name(tmp_path: Path) -> None:
    assert (
        main(["package_built_in", "--task", "image.classification", "--work", str(tmp_path)]) == 64
    )

    assert [one["code"] for one in events(tmp_path) if one["kind"] == "error"] == [
        "built_in_absent"
    ]


def letter() -> np.ndarray:
    """Return an image with one line below the other."""
    image = Image.new("RGB", (420, 60 * len(LINES) + 20), (250, 250, 246))
    pen = ImageDraw.Draw(image)
    fonts = {font.name: font for font in find_fonts()}
    for row, (name, text) in enumerate(LINES):
        font = fonts.get(name) or fonts_for(text, list(fonts.values()))[0]
        pen.text((24, 20 + 60 * row), text, fill=(30, 34, 44), font=open_font(font, 24))
    return np.asarray(image)
