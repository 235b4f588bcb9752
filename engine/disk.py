"""Write files whole or not at all, and name a full disk as what it is."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import ResourceError

# Full disk, used-up quota, and the file size limit that a launcher sets on the process.
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn "no room" into an error the user can act on.

    Raises:
        ResourceError: ``disk_full`` when the disk, quota or file size limit is used up.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise ResourceError(
            f"There was no room left to write '{path.name}' ({os.strerror(error.errno)}). "
            "Files written earlier are intact. Free disk space, then start the run again: "
            "it goes on from its last checkpoint.",
            code="disk_full",
            file=path.name,
        ) from error


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file in one step: readers see the old content or the new, never a part.

    The content is on the disk when this returns, also after a power cut.

    Raises:
        ResourceError: ``disk_full``; the earlier file is untouched.
    """
    part = path.with_name(path.name + ".part")
    try:
        with writing_to(path):
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
