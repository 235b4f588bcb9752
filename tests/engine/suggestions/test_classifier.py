"""What a quick classifier of labelled samples says of others."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
from PIL import Image

from engine.specs.suggestions import ClassifierSource, SampleFile
from engine.suggestions.classifier import ClassifierSuggester

COLOURS = {"red": (200, 40, 40), "green": (40, 200, 40), "blue": (40, 40, 200)}


def _written(folder: Path, name: str, seed: int) -> dict[str, str]:
    """Write an image of about one colour; return its line of an index."""
    grain = np.random.default_rng(seed).integers(-30, 30, (24, 24, 3))
    pixels = np.clip(np.asarray(COLOURS[name]) + grain, 0, 255).astype(np.uint8)
    content = io.BytesIO()
    Image.fromarray(pixels).save(content, "PNG")
    file = f"{name}{seed}.png"
    (folder / file).write_bytes(content.getvalue())
    return {"id": file, "name": file, "file": file}


def test_a_kind_that_nobody_has_labelled_is_not_taken_for_another_one(tmp_path: Path) -> None:
    labelled = [
        {**_written(tmp_path, name, seed), "labels": [name]}
        for name in ("red", "green")
        for seed in range(5)
    ]
    asked = [_written(tmp_path, name, seed) for name in COLOURS for seed in range(10, 15)]
    for name, lines in {"examples": labelled, "index": asked}.items():
        (tmp_path / name).write_text("\n".join(json.dumps(line) for line in lines))
    suggester = ClassifierSuggester(
        ClassifierSource(examples=str(tmp_path / "examples")),
        "image.classification",
        tmp_path,
        tmp_path / "index",
        multi_label=False,
    )
    scores: dict[str, list[float]] = {}
    for found in suggester([SampleFile(**line) for line in asked]):
        name = next(one for one in COLOURS if found.id.startswith(one))
        scores.setdefault(name, []).append(found.score)
        assert name == "blue" or found.labels[0].name == name
    assert min(scores["red"] + scores["green"]) > 0.5
    assert max(scores["blue"]) < 0.2
