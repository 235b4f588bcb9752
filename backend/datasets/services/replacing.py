"""Put a changed file in the place of a sample's, so that the change can be undone."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.annotation.imported import Given, given_of
from backend.annotation.selectors import states_of
from backend.datasets.models import Import, Sample
from backend.datasets.services import counters
from backend.datasets.services.intake import Incoming, take_in
from backend.datasets.services.sessions import close_import
from backend.datasets.services.trash import trash_batch
from engine.specs.data import Split

CONTENT_FORMAT = "loose_files"


def content_of(*, dataset_id: UUID, sample_id: UUID) -> str | None:
    """Return the SHA-256 of a sample's file, ``None`` when it is gone or in the trash."""
    rows = Sample.objects.filter(dataset_id=dataset_id, id=sample_id, trashed_at=None)
    return rows.values_list("blob_id", flat=True).first()


@transaction.atomic
def replace_file(
    *, dataset_id: UUID, sample_id: UUID, content: bytes, replaced_by: Caller
) -> UUID | None:
    """Bring in a file with the name and annotations of a sample, which goes to the trash.

    Its annotations have to fit the new file as they are. Restoring the old sample and trashing the
    new one undoes it.

    Returns:
        The new sample; ``None`` when the file is one of the dataset already, or cannot be used.
    """
    dataset = counters.lock_dataset(dataset_id)
    sample = Sample.objects.get(dataset_id=dataset_id, id=sample_id)
    session = Import.objects.create(
        dataset=dataset, format=CONTENT_FORMAT, created_by_id=replaced_by.user_id
    )
    state = states_of([sample_id]).get(sample_id)
    given = given_of(state, counters.label_names(dataset_id)) if state is not None else Given()
    (outcome,) = take_in(
        session=session,
        files=[
            Incoming(
                name=sample.name,
                content=content,
                given=given if sample.labelled_at is not None else None,
                split=Split(sample.named_split) if sample.named_split else None,
            )
        ],
        added_by_id=replaced_by.user_id,
    )
    close_import(session=session, closed_by=replaced_by)
    if outcome.outcome not in ("added", "restored"):
        return None
    trash_batch(dataset, [sample_id])
    return outcome.sample_id
