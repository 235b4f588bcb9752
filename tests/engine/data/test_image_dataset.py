"""What the network sees in training is what the deployed runtime makes of a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from easel.runtime.ops import decode_image, preprocess

from engine.data.loader import Loader, epoch_batches
from engine.errors import DataError
from engine.tasks.image.classification import TASK
from engine.tasks.task import Batch
from tests.engine.pictures import write_folder
from tests.engine.runs import spec_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "data", per_class=10, size=21)


def test_inputs_equal_those_of_the_runtime_bit_for_bit(folder: Path) -> None:
    spec = spec_of(folder)
    dataset = TASK.build_splits(spec).train
    ops = [op.model_dump() for op in TASK.preprocessing(spec)]

    inputs, targets = dataset.read(range(len(dataset)))

    assert targets.dtype == np.int64
    for index in range(len(dataset)):
        expected = preprocess(decode_image(dataset.file(index)), ops)
        assert np.array_equal(inputs[index], expected)


def test_images_in_memory_equal_those_decoded_per_batch(folder: Path) -> None:
    dataset = TASK.build_splits(spec_of(folder)).train
    before, _ = dataset.read([3, 1])

    assert list(dataset.load())[-1] == len(dataset)

    assert dataset.is_loaded
    assert np.array_equal(dataset.read([3, 1])[0], before)


def test_a_damaged_image_is_named(folder: Path) -> None:
    damaged = folder / "down" / "004.png"
    damaged.write_bytes(damaged.read_bytes()[:-40])
    data = {"kind": "image_folder", "root": str(folder), "validation_share": 0, "test_share": 0}
    dataset = TASK.build_splits(spec_of(data)).train

    with pytest.raises(DataError, match=r"004\.png") as error:
        list(dataset.load())
    assert error.value.code == "image_unreadable"
    assert error.value.exit_status == 65


def test_every_sample_is_in_each_epoch_once_and_epochs_differ() -> None:
    first, second = (
        np.concatenate(epoch_batches(103, 16, seed=1, epoch=epoch)) for epoch in (0, 1)
    )

    assert sorted(first) == sorted(second) == list(range(103))
    assert not np.array_equal(first, second)
    assert {len(batch) for batch in epoch_batches(103, 16, 1, 0)} == {14, 15}


def loader(folder: Path, ahead: bool = True) -> Loader:
    spec, labels = spec_of(folder), ("a", "b", "c")

    def augment(batch: Batch, seed: int) -> Batch:
        return TASK.augment(spec, labels, batch, seed)

    dataset = TASK.build_splits(spec).train
    return Loader(dataset, augment, batch_size=4, seed=2, device=torch.device("cpu"), ahead=ahead)


def test_an_epoch_entered_in_the_middle_goes_on_as_the_whole_one(folder: Path) -> None:
    whole = list(loader(folder).epoch(1))
    rest = list(loader(folder).epoch(1, first_batch=2))

    assert len(rest) == len(whole) - 2
    for ours, theirs in zip(rest, whole[2:], strict=True):
        assert torch.equal(ours.inputs, theirs.inputs)
        assert torch.equal(ours.targets, theirs.targets)


def test_batches_made_ahead_are_those_made_in_turn(folder: Path) -> None:
    for ours, theirs in zip(
        loader(folder, ahead=True).epoch(0), loader(folder, ahead=False).epoch(0), strict=True
    ):
        assert torch.equal(ours.inputs, theirs.inputs)


def test_leaving_an_epoch_early_ends_its_thread(folder: Path) -> None:
    import threading

    before = threading.active_count()
    batches = loader(folder).epoch(0)
    next(batches)
    batches.close()

    assert threading.active_count() == before


def test_an_error_of_the_loading_thread_is_raised_where_batches_are_read(folder: Path) -> None:
    batches = loader(folder)
    for file in folder.rglob("*.png"):
        file.unlink()

    with pytest.raises(DataError):
        list(batches.epoch(0))
