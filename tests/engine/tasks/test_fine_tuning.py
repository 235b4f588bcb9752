"""Runs that tune a pretrained transformer by LoRA: from a folder, resumed, packaged, refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import easel.runtime
import pytest
import torch
from safetensors.torch import load_file

from engine.commands.process import run_work
from engine.commands.train import train as train_and_package
from engine.data.text.tokenizer_training import num_tokens, train_tokenizer
from engine.errors import Cancelled, SpecError
from engine.interrupt import Interrupt
from engine.specs.package.report import ClassificationReport
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.training import loop
from tests.engine.runs import events, train
from tests.engine.texts import reviews, text_document, write_texts

WEIGHTS = "google/bert_uncased_L-4_H-256_A-4"


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder as a hub keeps it, with tiny weights under the name of the preset."""
    from transformers import BertConfig, BertModel

    folder = tmp_path_factory.mktemp("hub")
    tokenizer = train_tokenizer((one["content"].decode() for one in reviews(40)), 200)
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    model = BertModel(
        BertConfig(
            **sizes,
            vocab_size=num_tokens(tokenizer),
            intermediate_size=64,
            max_position_embeddings=64,
            pad_token_id=0,
        )
    )
    model.save_pretrained(folder / WEIGHTS)
    (folder / WEIGHTS / "tokenizer.json").write_bytes(tokenizer)
    return folder


def spec_of(root: Path, weights: Path | None, backbone: str = "bert_mini") -> TrainingSpec:
    data = write_texts(root / "data", reviews(80), labels=["bad", "good"])
    document: dict[str, Any] = text_document(
        "text.classification",
        data,
        backbone,
        epochs=8,
        batch_size=8,
        learning_rate=0.005,
        max_words=32,
        lora={"rank": 4, "alpha": 8.0},
    )
    if weights is not None:
        document["pretrained"] = {"folder": str(weights)}
    return parse_training_spec(document)


def test_a_run_by_lora_learns_and_its_package_has_no_trace_of_it(
    weights: Path, tmp_path: Path
) -> None:
    spec, work = spec_of(tmp_path, weights), tmp_path / "work"
    assert run_work(work, lambda emit, stop: train_and_package(spec, work, emit, stop)) == 0

    losses = [
        event["values"]["loss"]
        for event in events(work)
        if event["kind"] == "metric" and event["split"] == "train"
    ]
    assert losses[-1] < 0.9 * losses[0]
    assert any("LoRA: 6 adapters" in event.get("message", "") for event in events(work))

    package = work / "package"
    packaged, known = (
        load_file(package / "weights.safetensors"),
        load_file(weights / WEIGHTS / "model.safetensors"),
    )
    assert not any(name.endswith((".up", ".down")) for name in packaged)
    name = "encoder.layer.0.attention.self.{}.weight"
    changed = packaged["encoder.model." + name.format("query")] - known[name.format("query")]
    assert 0 < int(torch.linalg.matrix_rank(changed, rtol=1e-3)) <= 4
    same = "encoder.layer.0.output.dense.weight"
    assert torch.equal(packaged[f"encoder.model.{same}"], known[same])

    report = ClassificationReport.model_validate_json((package / "report.json").read_bytes())
    assert abs(report.runtime.metric - report.runtime.trained_metric) <= 0.002
    assert easel.runtime.load(package).predict("lovely and spotless")


def test_a_resumed_run_by_lora_gives_the_bits_of_an_unbroken_one(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_of(tmp_path, weights)
    unbroken = train(spec, tmp_path / "unbroken").module.state_dict()
    interrupt, step, steps = Interrupt(), loop.TrainingLoop._step, 0

    def stop(self: loop.TrainingLoop, batch: Any) -> None:
        nonlocal steps
        step(self, batch)
        steps += 1
        interrupt.requested = steps == 5

    with monkeypatch.context() as patch:
        patch.setattr(loop.TrainingLoop, "_step", stop)
        with pytest.raises(Cancelled):
            train(spec, tmp_path / "work", interrupt)
    torch.rand(10)
    resumed = train(spec, tmp_path / "work").module.state_dict()

    assert resumed.keys() == unbroken.keys()
    assert all(torch.equal(resumed[name], value) for name, value in unbroken.items())


@pytest.mark.parametrize(
    ("backbone", "code"),
    [
        ("text_cnn", "lora_unsupported"),
        ("nb_ngrams", "lora_unsupported"),
        ("small_transformer", "lora_from_scratch"),
    ],
)
def test_lora_is_refused_where_there_is_nothing_known_to_adapt(
    backbone: str, code: str, tmp_path: Path
) -> None:
    with pytest.raises(SpecError) as refused:
        train(spec_of(tmp_path, None, backbone), tmp_path / "work")
    assert refused.value.code == code
