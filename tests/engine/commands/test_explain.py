"""A package is asked what spoke for its answer, about samples that it never saw."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import easel
import numpy as np
import pytest
from PIL import Image

from engine.cli import main
from engine.evaluation.explaining import EXPLAINED
from tests.conformance.case import all_cases
from tests.conformance.trained import trained_case

DRAWN = {
    "image.classification single-label": ".png",
    "speech.sound_classification single-label": ".wav",
    "video.classification single-label": "",
}


def explained(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["explain", *map(str, arguments)]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def trained(factory: pytest.TempPathFactory, name: str) -> Path:
    return trained_case(factory, next(one for one in all_cases() if str(one) == name))


@pytest.mark.parametrize("name", DRAWN)
def test_a_network_that_classifies_draws_where_it_looked(
    name: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = trained(tmp_path_factory, name)
    files = (root / "data").rglob(f"*{DRAWN[name]}")
    sample = sorted(path for path in files if path.is_file())[0]
    found = explained(
        capsys, "--package", root / "work/package", "--output", tmp_path / "out", sample
    )
    labels = easel.load(root / "work/package").runtime.labels
    assert found["label"] in labels
    values = np.load(tmp_path / "out" / found["values"])
    assert values.ndim == (3 if name.startswith("video") else 2)
    assert values.min() >= 0
    assert values.max() == 1
    with Image.open(tmp_path / "out" / found["drawing"]) as drawing:
        assert drawing.width * drawing.height >= values[..., 0].size


def test_a_model_for_texts_names_the_words_that_spoke(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = trained(tmp_path_factory, "text.classification n-grams")
    zipped = easel.load(root / "work/package").export(tmp_path / "model.zip")
    sample = tmp_path / "review.txt"
    sample.write_text("The staff was wonderful and the room was dirty.")
    asked = ("--package", zipped, "--output", tmp_path / "out")
    weights = {
        label: dict(explained(capsys, *asked, "--label", label, sample)["weights"])
        for label in ("good", "bad")
    }
    assert weights["good"]
    # What speaks for one of two labels speaks against the other.
    for word, weight in weights["good"].items():
        assert weight * weights["bad"][word] <= 0, word


def test_a_network_that_is_told_of_words_weighs_them(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = trained(tmp_path_factory, "text.classification multi-label, convolutional")
    sample = tmp_path / "review.txt"
    sample.write_text("the soup was cold and the waiter was rude")
    found = explained(
        capsys, "--package", root / "work/package", "--output", tmp_path / "out", sample
    )
    assert max(abs(weight) for _, weight in found["weights"]) == 1


def test_what_cannot_be_explained_says_so(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = trained(tmp_path_factory, "tabular.prediction binary")
    shutil.copy(root / "spec.json", tmp_path / "row.json")
    asked = ("--package", root / "work/package", "--output", tmp_path, tmp_path / "row.json")
    assert main(["explain", *map(str, asked)]) == 64
    said = capsys.readouterr().err
    assert said.startswith("explanation_unsupported: ")
    assert all(task in said for task in EXPLAINED)


def test_the_columns_of_a_row_contribute_what_the_answer_differs_by(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    root = trained(tmp_path_factory, "tabular.prediction binary")
    model = easel.load(root / "work/package")
    row = {"size": 1, "colour": "red", "bought": "2024-01-01"}
    why = model.explain(row)
    (answer,) = model.runtime.predict(row, include_proba=True)
    assert why.label == answer.value
    assert why.score == pytest.approx(answer.probabilities[why.label], abs=1e-5)
    assert why.base is not None
    assert sum(why.weights.values()) == pytest.approx(why.score - why.base)
    assert set(row) <= set(why.weights)
    other = next(label for label in model.runtime.labels if label != why.label)
    assert model.explain(row, other).weights["size"] == pytest.approx(-why.weights["size"])
    assert "<table>" in why._repr_html_()
    assert why.document()["weights"] == dict(why.weights)
    with pytest.raises(easel.TrainingFailed, match=f"Did you mean '{other}'"):
        model.explain(row, f"{other}s")
