"""What the network sees in training is what the deployed runtime makes of a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from easel.runtime.image import decode_image, preprocess

from engine.data.loader import Loader, epoch_batches
from engine.errors import DataError
from engine.interfaces.batch import Batch
from engine.tasks.image.classification import TASK
from tests.engine.images import write_folder
from tests.engine.runs import image_folder, spec_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "data", per_class=10, size=21)


def test_inputs_equal_those_of_the_runtime_bit_for_bit(folder: Path) -> None:
    spec = spec_of(folder)
    dataset = TASK.build_splits(spec).train
    splits = TASK.build_splits(spec)
    ops = [op.model_dump(mode="json") for op in TASK.pipeline(spec, splits).preprocessing]

    batch = dataset.read(range(len(dataset)))
    examples = dataset.examples(range(len(dataset)))

    assert batch.targets["labels"].dtype == torch.int64
    for index in range(len(dataset)):
        pixels = decode_image(dataset.source(index))
        expected = preprocess(pixels, ops)
        assert np.array_equal(batch.inputs["image"][index], expected)
        assert np.array_equal(examples[index].tensors["image"][0], expected)
        assert (examples[index].context.height, examples[index].context.width) == pixels.shape[:2]


def test_images_in_memory_equal_those_decoded_per_batch(folder: Path) -> None:
    dataset = TASK.build_splits(spec_of(folder)).train
    before = dataset.read([3, 1]).inputs["image"]

    assert list(dataset.load())[-1] == len(dataset)

    assert dataset.is_loaded
    assert torch.equal(dataset.read([3, 1]).inputs["image"], before)


def test_a_damaged_image_is_named(folder: Path) -> None:
    damaged = folder / "down" / "004.png"
    damaged.write_bytes(damaged.read_bytes()[:-40])
    data = image_folder(folder, validation_share=0, test_share=0)
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


def test_batches_of_alike_sizes_hold_every_sample_and_stay_random() -> None:
    sizes = np.random.default_rng(0).integers(1, 500, 1000).tolist()

    batches = epoch_batches(1000, 16, 1, 0, sizes)
    again = epoch_batches(1000, 16, 1, 0, sizes)
    mixed = epoch_batches(1000, 16, 1, 0)

    def padding(dealt: list[np.ndarray]) -> int:
        measured = np.array(sizes)
        return sum(int((measured[batch].max() - measured[batch]).sum()) for batch in dealt)

    assert sorted(np.concatenate(batches)) == list(range(1000))
    assert all(np.array_equal(one, two) for one, two in zip(batches, again, strict=True))
    assert [len(batch) for batch in batches] != sorted(len(batch) for batch in batches)
    assert padding(batches) < padding(mixed) / 10
    means = [float(np.mean([sizes[index] for index in batch])) for batch in batches]
    assert means != sorted(means)


def loader(folder: Path, ahead: bool = True) -> Loader:
    spec = spec_of(folder)
    splits = TASK.build_splits(spec)

    def augment(batch: Batch, seed: int) -> Batch:
        return TASK.augment(spec, splits, batch, seed)

    return Loader(
        splits.train, augment, batch_size=4, seed=2, device=torch.device("cpu"), ahead=ahead
    )


def test_an_epoch_entered_in_the_middle_goes_on_as_the_whole_one(folder: Path) -> None:
    whole = list(loader(folder).epoch(1))
    rest = list(loader(folder).epoch(1, first_batch=2))

    assert len(rest) == len(whole) - 2
    for ours, theirs in zip(rest, whole[2:], strict=True):
        assert torch.equal(ours.inputs["image"], theirs.inputs["image"])
        assert torch.equal(ours.targets["labels"], theirs.targets["labels"])


def test_batches_made_ahead_are_those_made_in_turn(folder: Path) -> None:
    for ours, theirs in zip(
        loader(folder, ahead=True).epoch(0), loader(folder, ahead=False).epoch(0), strict=True
    ):
        assert torch.equal(ours.inputs["image"], theirs.inputs["image"])


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
