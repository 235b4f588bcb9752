"""What can go wrong in training is named with its cause and the way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from engine.errors import DataError, ResourceError, TrainingDiverged
from engine.specs.training import ResourceSpec
from engine.training.checkpoint import LAST
from engine.training.precision import choose_precision
from engine.training.resources import open_device
from engine.training.schedules import constant_after_warmup, cosine_with_warmup
from tests.engine.images import write_folder
from tests.engine.runs import events, spec_of, train


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("data") / "stripes", per_class=12)


def test_a_tiny_data_set_is_learnt_and_told_in_events(data: Path, tmp_path: Path) -> None:
    trained = train(spec_of(data, epochs=12), tmp_path)

    metrics = [event for event in events(tmp_path) if event["kind"] == "metric"]
    training = [event["values"]["loss"] for event in metrics if event["split"] == "train"]
    accuracy = [e["values"]["accuracy"] for e in metrics if e["split"] == "validation"]
    assert len(training) == len(accuracy) == 12
    assert training[-1] < training[0] / 2
    assert accuracy[-1] == 1.0
    assert trained.summary.train_samples == len(trained.splits.train)
    assert trained.summary.from_scratch
    assert not trained.module.training
    progress = [event for event in events(tmp_path) if event["kind"] == "progress"]
    assert progress[-1]["done"] == progress[-1]["total"]
    assert all(event["eta_seconds"] > 0 for event in progress if event["phase"] == "train")


def test_a_loss_that_is_no_number_names_step_and_value(data: Path, tmp_path: Path) -> None:
    # Decay beyond one step size turns the weights over, larger each time.
    spec = spec_of(data, learning_rate=10.0, weight_decay=1.0, optimizer="sgd", epochs=60)

    with pytest.raises(TrainingDiverged, match=r"at step \d+ is -?(nan|inf)") as error:
        train(spec, tmp_path)
    assert isinstance(error.value.params["step"], int)
    assert error.value.exit_status == 70


def test_early_stopping_ends_the_run_at_the_epoch_it_names(data: Path, tmp_path: Path) -> None:
    spec = spec_of(data, epochs=60, early_stopping_patience=2)

    trained = train(spec, tmp_path)

    assert 3 <= trained.summary.epochs < 60
    assert any("no gain for 2 epochs" in event.get("message", "") for event in events(tmp_path))


def test_the_time_limit_leaves_a_checkpoint(data: Path, tmp_path: Path) -> None:
    spec = spec_of(data, epochs=10_000).model_copy(
        update={"resources": ResourceSpec(num_threads=1, timeout_seconds=1)}
    )

    with pytest.raises(ResourceError) as error:
        train(spec, tmp_path)
    assert error.value.code == "time_limit_reached"
    assert (tmp_path / LAST).exists()


def test_data_that_cannot_be_trained_on_stops_before_training(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data", per_class=12, labels=("down",))

    with pytest.raises(DataError) as error:
        train(spec_of(folder), tmp_path / "work")
    assert error.value.code == "single_class"
    assert not (tmp_path / "work" / LAST).exists()


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_an_absent_device_is_refused_and_never_replaced() -> None:
    with pytest.raises(ResourceError) as error:
        open_device(ResourceSpec(device="cuda"))
    assert error.value.code == "device_missing"


def test_precision_on_a_cpu_is_full_unless_asked() -> None:
    assert choose_precision("auto", "cpu") == "float32"
    assert choose_precision("bfloat16", "cpu") == "bfloat16"


def test_training_in_bfloat16_learns_as_well_as_in_float32(data: Path, tmp_path: Path) -> None:
    told = {}
    for precision in ("bfloat16", "float32"):
        train(spec_of(data, epochs=12, precision=precision), tmp_path / precision)
        told[precision] = {
            split: [e["values"] for e in events(tmp_path / precision) if e.get("split") == split]
            for split in ("train", "validation")
        }

    losses = {name: [one["loss"] for one in found["train"]] for name, found in told.items()}
    assert losses["bfloat16"][-1] < losses["bfloat16"][0] / 2
    # It really was half the bits: eight of them round otherwise.
    assert losses["bfloat16"] != losses["float32"]
    best = {
        name: max(one["accuracy"] for one in found["validation"]) for name, found in told.items()
    }
    # Of nine samples one may fall otherwise.
    assert best["bfloat16"] >= best["float32"] - 1 / 9


def test_images_beyond_the_memory_budget_are_decoded_per_batch(data: Path, tmp_path: Path) -> None:
    roomy = train(spec_of(data), tmp_path / "roomy")
    narrow_spec = spec_of(data).model_copy(
        update={"resources": ResourceSpec(num_threads=1, memory_bytes=100)}
    )

    narrow = train(narrow_spec, tmp_path / "narrow")

    assert any("decoded again" in event.get("message", "") for event in events(tmp_path / "narrow"))
    for name, value in roomy.module.state_dict().items():
        assert torch.equal(value, narrow.module.state_dict()[name]), name


def test_the_learning_rate_rises_in_a_line_and_falls_to_zero() -> None:
    factors = [cosine_with_warmup(step, 100, 0.1) for step in range(100)]

    assert factors[:10] == pytest.approx([(step + 1) / 11 for step in range(10)])
    assert factors[10] == 1.0
    assert factors[10:] == sorted(factors[10:], reverse=True)
    assert factors[-1] < 1e-3


def test_the_learning_rate_of_an_interval_rises_in_a_line_and_stays() -> None:
    factors = [constant_after_warmup(step, 100, 0.1) for step in range(100)]

    assert factors[:10] == pytest.approx([(step + 1) / 11 for step in range(10)])
    assert set(factors[10:]) == {1.0}
    assert constant_after_warmup(0, 3, 0.0) == 1.0


def test_an_interval_takes_the_rate_of_new_weights_and_other_batches(
    data: Path, tmp_path: Path
) -> None:
    spec = spec_of(data, epochs=2)
    first = spec.model_copy(update={"epochs_before": 0})
    whole, begun = train(spec, tmp_path / "whole"), train(first, tmp_path / "first")
    later = train(spec.model_copy(update={"epochs_before": 2}), tmp_path / "later")

    assert begun.spec.options == whole.spec.options == later.spec.options
    rates = [event["values"]["learning_rate"] for event in training(tmp_path / "first")]
    assert rates[0] == rates[1] > training(tmp_path / "whole")[1]["values"]["learning_rate"]
    losses = [training(tmp_path / name)[0]["values"]["loss"] for name in ("first", "later")]
    assert losses[0] != losses[1]


def training(work: Path) -> list[dict[str, Any]]:
    """Return what was measured on training data, by epoch."""
    return [event for event in events(work) if event.get("split") == "train"]
