"""Fill the dataset of a sample project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from uuid import UUID

from django.utils import timezone

from backend.datasets.models import Dataset, Import
from backend.datasets.services.importing.archive_import import batches
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.labels import declare_labels
from engine.catalog import TASKS
from engine.formats.declared_labels import declared_labels
from engine.formats.loading import read_tree
from engine.formats.reading.trees import FolderTree
from engine.specs.data import Split

UNLABELLED_EVERY = 7
# Fewer at once than of other imports: somebody watches the first data come in.
BATCH_ITEMS = 32


@dataclass(frozen=True)
class Filled:
    """The dataset of a sample project, and how many samples were taken in."""

    dataset_id: UUID
    num_samples: int


def fill_sample_dataset(
    *,
    project_id: UUID,
    task: str,
    name: str,
    data: Path,
    created_by_id: UUID | None,
    report: Callable[[int, int], None],
) -> Filled:
    """Take example data into the project's one dataset, making it when it is not there.

    Every seventh sample of the training part stays unlabelled, so that there is something to label.
    Content is taken in once, so that a break loses and repeats nothing.

    Args:
        project_id: the sample project.
        task: its task.
        name: the name of the dataset.
        data: folder of the data, in the first format of the task.
        created_by_id: who asked for it.
        report: told the items done, and how many there are in all.
    """
    card = TASKS[task]
    format = card.formats[0]
    dataset, _ = Dataset.objects.get_or_create(
        project_id=project_id,
        name=name,
        defaults={"task": task, "created_by_id": created_by_id},
    )
    session, _ = Import.objects.get_or_create(
        dataset=dataset, format=format, created_by_id=created_by_id
    )
    tree = FolderTree(data)
    declare_labels(dataset, declared_labels(format, tree))
    # Read at once, as it is small: how much there is in all is known before the first is in.
    found = list(read_tree(format, tree))
    trained = count(1)
    for start in range(0, len(found), BATCH_ITEMS):
        report(start, len(found))
        some = found[start : start + BATCH_ITEMS]
        for batch in batches(tree, some, None, None, are_drawn=False):
            files = batch.files
            if card.annotation_card.is_labelled:
                files = [_left_to_label(file, trained) for file in files]
            ingest(session=session, files=files, added_by_id=created_by_id)
    report(len(found), len(found))
    closing = Import.objects.filter(id=session.id, state=Import.State.OPEN)
    closing.update(state=Import.State.CLOSED, closed_at=timezone.now())
    dataset.refresh_from_db()
    return Filled(dataset.id, dataset.num_samples)


def _left_to_label(file: Incoming, trained: Iterator[int]) -> Incoming:
    """Return a file without what is said of it when its turn has come."""
    if file.split in (Split.VALIDATION, Split.TEST) or next(trained) % UNLABELLED_EVERY:
        return file
    return replace(file, given=None)
