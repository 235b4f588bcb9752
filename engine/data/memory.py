"""Keep decoded samples in memory as long as there is room."""

from __future__ import annotations

import os

from engine.events import EventSink
from engine.interfaces.dataset import Splits
from engine.specs.training import TrainingSpec


def load_into_memory(splits: Splits, spec: TrainingSpec, emit: EventSink) -> None:
    """Decode the samples into memory while they fit; the rest is decoded per batch.

    Raises:
        DataError: when samples are damaged.
    """
    budget = cache_budget_bytes(spec.resources.memory_bytes)
    datasets = [
        dataset
        for dataset in (splits.train, splits.validation, splits.test)
        if dataset.memory_bytes and not dataset.is_loaded
    ]
    total, before = sum(len(dataset) for dataset in datasets), 0
    for dataset in datasets:
        if dataset.memory_bytes > budget:
            emit.log(
                "samples_not_in_memory",
                f"{len(dataset)} samples take {dataset.memory_bytes >> 20} MiB decoded, more than "
                f"the {budget >> 20} MiB left; they are decoded again in each epoch.",
                count=len(dataset),
                needed_mib=dataset.memory_bytes >> 20,
                left_mib=budget >> 20,
            )
            continue
        budget -= dataset.memory_bytes
        for done in dataset.load():
            emit.progress("prepare", before + done, total)
        before += len(dataset)


def cache_budget_bytes(memory_bytes: int | None) -> int:
    """Return how much memory decoded samples may take: half of what the run has.

    Args:
        memory_bytes: the limit of the run, ``None`` for what the machine has free.
    """
    if memory_bytes is None:
        memory_bytes = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return memory_bytes // 2
