"""Files that are sent one by one. (Archives are read by ``run_archive_import`` in a worker.)"""

from __future__ import annotations

from collections.abc import Sequence

from backend.accounts.contracts import Caller
from backend.annotation.contracts.imported import Given
from backend.api.errors import Invalid
from backend.api.parsers import ReceivedFile, SpooledFile
from backend.datasets.media.content import Content, LocalFile
from backend.datasets.media.properties import Problem
from backend.datasets.models import Import
from backend.datasets.paths import folder_label, folder_says_none, folder_split
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.importing.ingestion import Incoming, Outcome, ingest, labelled
from backend.datasets.services.importing.sessions import require_open
from engine.catalog import DatasetFormat
from engine.formats.layout import Problem as FormatProblem
from engine.formats.reading.paths import clean_path

__all__ = ["add_files", "run_archive_import"]

# Layouts whose files can come alone, since all that is said of one is where it lies.
CLASS_FOLDERS = frozenset(
    {DatasetFormat.IMAGE_FOLDER, DatasetFormat.AUDIO_FOLDER, DatasetFormat.VIDEO_FOLDER}
)
SINGLE_FILES = frozenset({DatasetFormat.LOOSE_FILES, DatasetFormat.TABLE})


def add_files(*, session: Import, files: Sequence[ReceivedFile], added_by: Caller) -> list[Outcome]:
    """Take in files that are one sample each.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: when a file of this format can only be understood beside the others.
        Unavailable: when the disk is full; none of these files is in then.
    """
    require_single_files(session)
    incoming = [incoming_of(session, file.path, _content(file)) for file in files]
    return ingest(session=session, files=incoming, added_by_id=added_by.user_id)


def require_single_files(session: Import) -> None:
    """Refuse files one by one where they can only be understood beside the others.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: ``format_needs_archive``.
    """
    require_open(session)
    if session.format not in CLASS_FOLDERS | SINGLE_FILES:
        raise Invalid(
            f"Files of the format '{session.format}' belong together. Send them as one zip, or the "
            "one file that holds all samples as an archive.",
            code="format_needs_archive",
            format=session.format,
        )


def incoming_of(session: Import, given_path: str, content: Content) -> Incoming:
    """Return a file with what its path says of it."""
    path = clean_path(given_path)
    if isinstance(path, FormatProblem):
        problem = Problem(path.code, path.message, path.params)
        return Incoming(name=path.place, content=b"", problem=problem)
    by_folder = session.format in CLASS_FOLDERS
    given = labelled(folder_label(path)) if by_folder else None
    if by_folder and folder_says_none(path):
        given = Given()
    split = folder_split(path) if by_folder else None
    return Incoming(name=path, content=content, given=given, split=split)


def _content(file: ReceivedFile) -> Content:
    if isinstance(file.content, SpooledFile):
        spooled = file.content
        return LocalFile(spooled.path, spooled.sha256, spooled.num_bytes)
    return file.content
