"""Open what the store refers to, or say why it is not what was taken in."""

from __future__ import annotations

import hashlib
import tempfile
from typing import IO

from backend.api.errors import ApiError
from backend.files.contracts.source import WEB_SCHEMES, FileSource, changed, refused
from backend.files.services.sources import buckets, folders

_PIECE = 1 << 20
_IN_MEMORY = 4 * 2**20


def open_source(source: FileSource, sha256: str) -> IO[bytes]:
    """Open a file whose content is surely the one of that hash.

    Raises:
        NotFound: ``source_missing``.
        Conflict: ``source_changed``.
        NotAllowed: ``source_refused``.
    """
    if source.address.startswith("file://"):
        return _compared(*folders.open_file(source), source, sha256)
    if source.address.startswith(buckets.SCHEME):
        return _compared(*buckets.open_file(source), source, sha256)
    if source.address.startswith(WEB_SCHEMES):
        # Imported when it is asked for: the web's client is much to load for a command.
        from backend.files.services.sources import addresses

        file, found = addresses.fetch(source.address)
        if found != sha256:
            file.close()
            raise changed(source.address)
        return file
    raise refused(source.address, "its kind of address is unknown.")


def still_there(source: FileSource) -> bool:
    """Tell whether a file is as it was, by what is known of it without reading it.

    A web address is not asked for that: it is taken for unchanged.
    """
    try:
        if source.address.startswith("file://"):
            file, is_same = folders.open_file(source)
        elif source.address.startswith(buckets.SCHEME):
            file, is_same = buckets.open_file(source)
        else:
            return True
    except ApiError:
        return False
    file.close()
    return is_same


def _compared(file: IO[bytes], is_same: bool, source: FileSource, sha256: str) -> IO[bytes]:
    """Return the file if its content is as it was, whatever its stamp says."""
    if is_same:
        return file
    # It is kept while it is looked at, so that it cannot change between that and reading.
    copy = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 the caller closes it
    digest = hashlib.sha256()
    with file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            copy.write(piece)
    if digest.hexdigest() != sha256:
        copy.close()
        raise changed(source.address)
    copy.seek(0)
    return copy
