"""What is particular to sound classification: published weights bring their own features."""

from __future__ import annotations

from pathlib import Path

import torch

from engine.models.speech.audio_classifier import AudioClassifier
from engine.specs.parse import parse_training_spec
from engine.tasks.speech.sound_classification import TASK
from tests.engine.recordings import LABELS, audio_folder, write_recordings

WEIGHTS = "MIT/ast-finetuned-audioset-10-10-0.4593"


def test_published_weights_are_loaded_whole_with_the_features_they_know(tmp_path: Path) -> None:
    # Here, as loading them takes seconds of each process that collects this file.
    from transformers import ASTConfig, ASTModel

    config = ASTConfig(
        hidden_size=12, num_hidden_layers=1, num_attention_heads=2, intermediate_size=24
    )
    saved = ASTModel(config)
    saved.save_pretrained(tmp_path / "hub" / WEIGHTS)
    spec = parse_training_spec(
        {
            "run_id": "run",
            "task": "speech.sound_classification",
            "data": audio_folder(write_recordings(tmp_path / "data", 4)),
            "backbone": "ast_base",
            "options": {},
            "pretrained": {"folder": str(tmp_path / "hub")},
            "resources": {"num_threads": 1},
        }
    )

    splits = TASK.build_splits(spec)
    spec = TASK.resolve(spec, splits)
    model = TASK.build_model(spec, splits)

    assert isinstance(model, AudioClassifier)
    loaded = model.features.state_dict()
    for name, tensor in saved.state_dict().items():
        if not name.startswith("layernorm."):
            assert torch.equal(loaded[f"network.{name}"], tensor), name
    (example,) = splits.train.examples([0])
    assert example.tensors["features"].shape == (1, 1024, 128)
    with torch.no_grad():
        logits = model(torch.from_numpy(example.tensors["features"]))
    assert logits.shape == (1, len(LABELS))
