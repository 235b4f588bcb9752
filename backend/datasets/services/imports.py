"""Files that are sent one by one. (Zips are read by ``run_archive_import`` in a worker.)"""

from __future__ import annotations

from collections.abc import Sequence

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid
from backend.api.parsers import ReceivedFile
from backend.datasets.media.facts import Problem
from backend.datasets.models import Import
from backend.datasets.paths import clean_path, folder_label, shown
from backend.datasets.services.archive_import import run_archive_import
from backend.datasets.services.intake import Incoming, Outcome, take_in
from backend.datasets.services.sessions import require_open

__all__ = ["add_files", "run_archive_import"]


def add_files(*, session: Import, files: Sequence[ReceivedFile], added_by: Caller) -> list[Outcome]:
    """Take in files that were sent one by one.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: when the labels are to come from a CSV file, which only a zip can hold.
        Unavailable: when the disk is full; none of these files is in then.
    """
    require_open(session)
    if session.label_source == "csv":
        raise Invalid(
            "Labels from a CSV file come with a zip that holds both. Send a zip, or begin an "
            "upload without labels.",
            code="csv_needs_archive",
        )
    incoming = [_incoming(file, from_folder=session.label_source == "folder") for file in files]
    return take_in(session=session, files=incoming, added_by_id=added_by.user_id)


def _incoming(file: ReceivedFile, *, from_folder: bool) -> Incoming:
    path = clean_path(file.path)
    if isinstance(path, Problem):
        return Incoming(name=shown(file.path), content=b"", problem=path)
    label = folder_label(path) if from_folder else None
    return Incoming(name=path, content=file.content, labels=(label,) if label else ())
