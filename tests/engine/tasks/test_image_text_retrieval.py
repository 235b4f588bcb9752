"""A trained package is searched by texts and by pictures."""

from __future__ import annotations

from pathlib import Path

import easel.runtime

from engine.commands.process import run_work
from engine.commands.train import train
from engine.specs.parse import parse_training_spec
from tests.conformance.cases.multimodal_image_text_retrieval import CASES


def test_a_text_finds_its_pictures_and_a_picture_its_texts(tmp_path: Path) -> None:
    spec = parse_training_spec(CASES[0].document(tmp_path))
    work = tmp_path / "work"
    assert run_work(work, lambda emit, stop: train(spec, work, emit, stop)) == 0
    model = easel.runtime.load(work / "package")

    found = model.predict({"text": "blue stripes that run across"}, top_num=5)
    assert all("across-blue" in one.document()["name"] for one in found)

    picture = tmp_path / "data" / "images" / "down-green-004.png"
    texts = [one.document()["name"] for one in model.predict({"image": picture}, top_num=5)]
    assert set(texts) >= {"green stripes that run down", "a picture of stripes: down, green"}

    (right,) = model.predict({"image": picture, "text": "green stripes that run down"})
    (wrong,) = model.predict({"image": picture, "text": "red stripes that run across"})
    assert right.document()["name"] == wrong.document()["name"] == "match"
    assert right.document()["score"] > 10 * wrong.document()["score"]
