"""Batches for training, made ahead of the network where that gains time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.interfaces.batch import Batch
from engine.interfaces.dataset import TrainingDataset

# Deep enough to bridge a slow file, shallow enough to stay out of memory's way.
_PREFETCHED = 4
# Samples of alike sizes are looked for among so many batches.
_WINDOW_BATCHES = 50
Augment = Callable[[Batch, int], Batch]


def epoch_batches(
    num_samples: int,
    batch_size: int,
    seed: int,
    epoch: int,
    sizes: Sequence[int] | None = None,
) -> list[NDArray[np.intp]]:
    """Deal the samples of an epoch into batches, shuffled.

    A pure function: a resumed run sees the order of an unbroken one. Batches differ by at most
    one sample in size, so that no sample is dropped and none sits in a tiny last batch.

    Args:
        num_samples: of the training split.
        batch_size: largest number of samples per batch.
        seed: of the run.
        epoch: from 0.
        sizes: of each sample. Batches then hold samples of about one size, so that little of them
            is padding: sizes are sorted within windows of 50 batches, the windows and the order of
            batches stay random.
    """
    random = np.random.default_rng([seed, epoch])
    count = num_batches(num_samples, batch_size)
    order = random.permutation(num_samples)
    if sizes is None:
        return np.array_split(order, count)
    measured = np.asarray(sizes)
    batches = np.array_split(order, count)
    alike: list[NDArray[np.intp]] = []
    for start in range(0, count, _WINDOW_BATCHES):
        window = np.concatenate(batches[start : start + _WINDOW_BATCHES])
        window = window[np.argsort(measured[window], kind="stable")]
        alike += np.array_split(window, min(_WINDOW_BATCHES, count - start))
    return [alike[place] for place in random.permutation(count)]


def num_batches(num_samples: int, batch_size: int) -> int:
    """Return the number of batches of an epoch."""
    return max(1, -(-num_samples // batch_size))


def step_seed(seed: int, step: int) -> int:
    """Return the seed of all randomness of one training step."""
    return int(np.random.SeedSequence([seed, step]).generate_state(1, np.uint64)[0] >> 1)


@dataclass(frozen=True)
class _Failure:
    error: BaseException


class Loader:
    """Iterates over the augmented batches of one epoch, from any batch on.

    Args:
        dataset: the training split.
        augment: changes a batch at random, given the seed of its step.
        batch_size: largest number of samples per batch.
        seed: of order and augmentation.
        device: where the batches go.
        ahead: make batches in a thread of their own while the network computes. That hides files
            and copies to a GPU. It does not pay for images in memory on a CPU: the network keeps
            all cores busy there, and a third thread on two cores makes one of its two wait.
    """

    def __init__(
        self,
        dataset: TrainingDataset,
        augment: Augment,
        *,
        batch_size: int,
        seed: int,
        device: torch.device,
        ahead: bool,
    ) -> None:
        self._dataset = dataset
        self._augment = augment
        self._batch_size = batch_size
        self._seed = seed
        self._device = device
        self._ahead = ahead

    def __len__(self) -> int:
        return num_batches(len(self._dataset), self._batch_size)

    def epoch(self, epoch: int, first_batch: int = 0) -> Generator[Batch]:
        """Yield the batches of an epoch; leaving the iteration early stops the thread."""
        if self._ahead:
            yield from self._from_thread(epoch, first_batch)
        else:
            yield from self._batches(epoch, first_batch)

    def _batches(self, epoch: int, first_batch: int) -> Iterator[Batch]:
        batches = epoch_batches(
            len(self._dataset), self._batch_size, self._seed, epoch, self._dataset.sizes
        )
        for index in range(first_batch, len(batches)):
            yield self._make(batches[index], epoch * len(batches) + index)

    def _from_thread(self, epoch: int, first_batch: int) -> Iterator[Batch]:
        ready: queue.Queue[Batch | _Failure | None] = queue.Queue(maxsize=_PREFETCHED)
        stop = threading.Event()
        thread = threading.Thread(
            target=self._fill, args=(epoch, first_batch, ready, stop), name="loader", daemon=True
        )
        thread.start()
        try:
            while (item := ready.get()) is not None:
                if isinstance(item, _Failure):
                    raise item.error
                yield self._to_device(item)
        finally:
            stop.set()
            # A full queue would hold the thread where it puts its next batch.
            while thread.is_alive():
                _drain(ready)
                thread.join(timeout=0.05)

    def _fill(
        self,
        epoch: int,
        first_batch: int,
        ready: queue.Queue[Batch | _Failure | None],
        stop: threading.Event,
    ) -> None:
        """Make the batches of an epoch; what goes wrong is raised where they are consumed."""
        # This thread shares the cores with the network, which must not wait for a pool of its own.
        torch.set_num_threads(1)
        try:
            for batch in self._batches(epoch, first_batch):
                if stop.is_set():
                    return
                ready.put(batch)
            ready.put(None)
        except BaseException as error:
            ready.put(_Failure(error))

    def _make(self, indices: NDArray[np.intp], step: int) -> Batch:
        batch = self._dataset.read([int(index) for index in indices])
        batch = self._augment(batch, step_seed(self._seed, step))
        inputs = {name: _laid_out(tensor) for name, tensor in batch.inputs.items()}
        # From pinned memory alone a copy runs beside what the GPU computes.
        if self._device.type == "cuda":
            return Batch(_each(inputs, Tensor.pin_memory), _each(batch.targets, Tensor.pin_memory))
        return Batch(inputs, batch.targets)

    def _to_device(self, batch: Batch) -> Batch:
        if self._device.type == "cpu":
            return batch

        def move(tensor: Tensor) -> Tensor:
            return tensor.to(self._device, non_blocking=True)

        return Batch(_each(batch.inputs, move), _each(batch.targets, move))


def _each(tensors: Mapping[str, Tensor], change: Callable[[Tensor], Tensor]) -> dict[str, Tensor]:
    return {name: change(tensor) for name, tensor in tensors.items()}


def _laid_out(tensor: Tensor) -> Tensor:
    """Return a tensor as convolutions read it quickest, where it may be their input."""
    return tensor.contiguous(memory_format=torch.channels_last) if tensor.ndim == 4 else tensor


def _drain(ready: queue.Queue[Batch | _Failure | None]) -> None:
    while True:
        try:
            ready.get_nowait()
        except queue.Empty:
            return
