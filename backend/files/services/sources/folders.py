"""Folders of this server that the administrator lets people import from."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO
from urllib.parse import quote, unquote, urlsplit
from uuid import UUID

from django.conf import settings

from backend.api.errors import Invalid
from backend.files.contracts.source import FileSource, changed, refused, vanished
from backend.files.services.sources.owners import may_use

_MAX_SHOWN = 20


def allowed_folders() -> list[Path]:
    """Return the folders that may be imported from, none unless the administrator named some."""
    return [folder.resolve() for folder in settings.ENVIRONMENT.import_folders]


def folders_for(organisation_id: UUID) -> dict[int, Path]:
    """Return by number the folders that an organisation may import from."""
    named = enumerate(settings.ENVIRONMENT.import_folders)
    return {
        number: folder.resolve()
        for number, folder in named
        if may_use(str(folder), organisation_id)
    }


def folder_at(organisation_id: UUID, number: int, path: str) -> Path:
    """Return a folder below one that an organisation may import from.

    Args:
        organisation_id: who imports.
        number: which of the allowed folders, from 0.
        path: relative to it, with forward slashes; empty for itself.

    Raises:
        Invalid: ``folder_unknown`` when there is none, or the path leads out of it;
            ``folder_gone`` when the allowed folder is not there; ``folder_unreadable`` when
            what is there instead cannot be told.
    """
    root = folders_for(organisation_id).get(number)
    if root is None:
        raise Invalid(
            f"There is no folder {number} to import from. The administrator names them in "
            "EASEL_IMPORT_FOLDERS.",
            code="folder_unknown",
            path=path,
            known="",
        )
    if not root.is_dir():
        raise Invalid(
            f"The folder '{root.name}' that may be imported from is not there any more. Put it "
            "back, or let the administrator correct EASEL_IMPORT_FOLDERS.",
            code="folder_gone",
            path=root.name,
        )
    # The system's calls take no NUL in a path.
    folder = None if "\x00" in path else (root / path).resolve()
    if folder is None or not folder.is_relative_to(root) or not folder.is_dir():
        known = ", ".join(_names_below(root)[:_MAX_SHOWN])
        raise Invalid(
            f"There is no folder '{path}' below '{root.name}'. These are there: {known or 'none'}.",
            code="folder_unknown",
            path=path,
            known=known,
        )
    return folder


def folders_below(organisation_id: UUID, number: int, path: str) -> list[str]:
    """Return the names of the folders directly below one that may be imported from.

    Raises:
        Invalid: ``folder_unknown``, or ``folder_unreadable`` when the server may not list it.
    """
    return _names_below(folder_at(organisation_id, number, path))


def _names_below(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
            )
    except OSError as error:
        raise unreadable(folder.name, error) from error


def unreadable(name: str, error: OSError) -> Invalid:
    """Return the refusal of a folder that the server may not list."""
    return Invalid(
        f"The server cannot list the folder '{name}' ({error.strerror}). "
        "Let the user that Easel runs as read it.",
        code="folder_unreadable",
        path=name,
        reason=error.strerror or "",
    )


def address_of(path: Path) -> str:
    """Return the address of a file on this machine."""
    return f"file://{quote(str(path))}"


def path_of(address: str) -> Path:
    """Return the path of a ``file://`` address."""
    return Path(unquote(urlsplit(address).path))


def source_of(path: Path) -> FileSource:
    """Return a file as a source.

    Raises:
        OSError: when it is not there.
    """
    return FileSource(address_of(path), _stamp(path.stat()))


def open_file(source: FileSource) -> tuple[IO[bytes], bool]:
    """Open a file, and tell whether it is surely as it was; else its content has to be compared.

    Raises:
        NotAllowed: when it does not lie in an allowed folder (any more).
        NotFound: when it is gone.
        Conflict: when its size is another one.
    """
    path = path_of(source.address)
    real = path.resolve()
    if not any(real.is_relative_to(root) for root in allowed_folders()):
        reason = "it does not lie in a folder that the administrator lets people import from."
        raise refused(source.address, reason)
    try:
        # What lies there was resolved just now; a link put in its place is not followed.
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise vanished(source.address) from error
    file = os.fdopen(descriptor, "rb")
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        file.close()
        raise vanished(source.address)
    if _stamp(about).partition("-")[0] != source.stamp.partition("-")[0]:
        file.close()
        raise changed(source.address)
    return file, _stamp(about) == source.stamp


def _stamp(about: os.stat_result) -> str:
    return f"{about.st_size}-{about.st_mtime_ns}"
