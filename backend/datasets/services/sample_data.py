"""Fill the dataset of a sample project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.utils import timezone

from backend.datasets.models import Dataset, Import
from backend.datasets.services.importing.ingestion import Incoming, ingest, labelled
from engine.catalog import DatasetFormat

_BATCH = 128


def fill_sample_dataset(
    *,
    project_id: UUID,
    task: str,
    name: str,
    files: Sequence[tuple[str, bytes, str | None]],
    created_by_id: UUID | None,
    report_progress: Callable[[int, int], None],
) -> UUID:
    """Take files into the project's one dataset, making it when it is not there.

    Args:
        project_id: the sample project.
        task: its task.
        name: the name of the dataset.
        files: name, content, and label if it has one.
        created_by_id: who asked for it.
        report_progress: told the files done and the files in all.

    Returns:
        The dataset's id.
    """
    dataset, _ = Dataset.objects.get_or_create(
        project_id=project_id,
        name=name,
        defaults={"task": task, "created_by_id": created_by_id},
    )
    session, _ = Import.objects.get_or_create(
        dataset=dataset, format=DatasetFormat.IMAGE_FOLDER, created_by_id=created_by_id
    )
    for start in range(0, len(files), _BATCH):
        report_progress(start, len(files))
        batch = [
            Incoming(name=path, content=content, given=labelled(label))
            for path, content, label in files[start : start + _BATCH]
        ]
        ingest(session=session, files=batch, added_by_id=created_by_id)
    Import.objects.filter(id=session.id).update(state=Import.State.CLOSED, closed_at=timezone.now())
    report_progress(len(files), len(files))
    return dataset.id
