"""What lies in a folder of the server that somebody may take in: told before it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from backend.api.errors import Invalid
from backend.datasets.models import Dataset
from backend.datasets.services.importing.source_trees import FolderSources
from backend.files.services.sources import folders
from backend.projects.selectors import organisation_of
from engine.formats.recognition.detection import Guess, detect

MAX_FILES = 20_000
HEAD_BYTES = 2**20
MAX_WHOLE_BYTES = 2**26
_MAX_TABLES = 100
_TABLES = (".csv", ".tsv", ".xlsx", ".parquet", ".jsonl", ".ndjson")
_WHOLE = (".xlsx", ".parquet")


@dataclass(frozen=True)
class FoundTable:
    """A table among the files of a folder; ``name`` is its path below the folder."""

    name: str
    num_bytes: int


@dataclass(frozen=True)
class FolderPreview:
    """What lies in a folder of the server and below, and the formats that it may be in.

    ``is_whole`` is false where more files lie there than are looked at.
    """

    num_files: int
    is_whole: bool
    guesses: Sequence[Guess]
    tables: Sequence[FoundTable]


def preview_folder(*, dataset: Dataset, folder: int, path: str) -> FolderPreview:
    """Say what lies in a folder of the server: names, and the beginnings of a few, are read.

    Raises:
        Invalid: when there is no such folder, or it cannot be read.
    """
    tree = _files_in(dataset, folder, path, MAX_FILES + 1)
    names = tree.names()
    tables = [name for name in names if PurePosixPath(name).suffix.lower() in _TABLES]
    return FolderPreview(
        num_files=min(len(names), MAX_FILES),
        is_whole=len(names) <= MAX_FILES,
        guesses=detect(tree, dataset.task) if names else (),
        tables=[
            FoundTable(name, tree.path(name).stat().st_size)
            for name in tables[:_MAX_TABLES]
            if tree.path(name).exists()
        ],
    )


def beginning_of(*, dataset: Dataset, folder: int, path: str, name: str) -> bytes:
    """Return the first megabyte of a table, and a byte more where it goes on.

    A table that can only be understood whole is returned whole.

    Raises:
        Invalid: ``place_file_unknown`` when there is no such table, it is too large, or it cannot
            be read.
    """
    suffix = PurePosixPath(name).suffix.lower()
    try:
        tree = _files_in(dataset, folder, path, MAX_FILES + 1)
        if suffix in _TABLES and name in tree.names():
            is_whole = suffix in _WHOLE
            with tree.open(name) as file:
                content = file.read(MAX_WHOLE_BYTES + 1 if is_whole else HEAD_BYTES + 1)
            if len(content) <= MAX_WHOLE_BYTES:
                return content
    except OSError:
        pass
    raise Invalid(
        f"There is no table '{name}' of at most {MAX_WHOLE_BYTES >> 20} MB here that the server "
        "may read. Open the folder again and choose one of its tables.",
        code="place_file_unknown",
        name=name,
    )


def _files_in(dataset: Dataset, folder: int, path: str, max_files: int) -> FolderSources:
    organisation_id = organisation_of(project_id=dataset.project_id)
    root = folders.folder_at(organisation_id, folder, path)
    try:
        return FolderSources(root, max_files)
    except OSError as error:
        raise folders.unreadable(root.name, error) from error
