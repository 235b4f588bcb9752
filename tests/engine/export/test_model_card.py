"""The page for who receives a package says what the model was made of, and measured on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.export.model_card import model_card
from engine.specs.package.manifest import Manifest
from tests.reports import sectioned, summary
from tests.sdk.tiny_package import write_package


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    return Manifest.model_validate_json((write_package(tmp_path) / "manifest.json").read_bytes())


def test_of_a_trained_model_it_names_the_run_and_the_samples(manifest: Manifest) -> None:
    card = model_card(manifest, sectioned("line_f1", 0.9))
    assert "200 samples of the test split, which were not trained\non" in card
    assert "trained on\n5000 samples for 20 epochs" in card
    assert f"Training run `{manifest.lineage.run_id}`" in card


def test_of_a_model_that_nobody_trained_it_says_so(manifest: Manifest) -> None:
    untrained = summary(pretrained="easel/reader_medium", epochs=0, train_samples=0)
    card = model_card(manifest, sectioned("line_f1", 0.9, training=untrained))
    assert "Measured on 200 samples that were drawn for it, and on nobody's data." in card
    assert "weights of easel/reader_medium,\nwhich come with Easel. Nothing was trained." in card
    assert "Training run" not in card
