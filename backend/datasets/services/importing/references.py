"""Contents that a dataset has already: their labels are compared without their bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.datasets.models import Import, Sample
from backend.datasets.selectors.imports import known
from backend.datasets.services import counters
from backend.datasets.services.importing.imports import incoming_of, require_single_files
from backend.datasets.services.importing.ingestion import Incoming, Outcome, refusal_of, settle

UNKNOWN = "unknown"


@dataclass(frozen=True)
class Reference:
    """A file that the client holds, named by its content."""

    path: str
    sha256: str


def add_references(
    *, session: Import, files: Sequence[Reference], added_by: Caller
) -> list[Outcome]:
    """Take in what is said of contents as if they had been sent.

    A content that is not in the dataset, lies in its trash, or is damaged is ``unknown``: nothing
    is counted of it, and it has to be sent.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: when a file of this format can only be understood beside the others.
    """
    require_single_files(session)
    with transaction.atomic():
        dataset = counters.lock_dataset(session.dataset_id)
        there = known(dataset_id=dataset.id, sha256s=[file.sha256 for file in files])
        rows = Sample.objects.filter(dataset=dataset, blob_id__in=there)
        ids = dict(rows.values_list("blob_id", "id"))
        results: list[Outcome] = []
        incoming: list[Incoming] = []
        outcomes: list[Outcome] = []
        for file in files:
            one = incoming_of(session, file.path, b"")
            refusal = refusal_of(one)
            if refusal is None and file.sha256 not in ids:
                results.append(Outcome(one.name, UNKNOWN))
                continue
            outcome = (
                Outcome(one.name, "duplicate", sample_id=ids[file.sha256])
                if refusal is None
                else Outcome(one.name, "rejected", refusal.code, refusal.params, refusal.message)
            )
            results.append(outcome)
            incoming.append(one)
            outcomes.append(outcome)
        settle(dataset, session, incoming, outcomes, added_by_id=added_by.user_id)
    return results
