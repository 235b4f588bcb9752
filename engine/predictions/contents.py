"""Where the files to predict lie, and how they are opened."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Protocol


class Contents(Protocol):
    """Gives the content of a file by the path that an input names."""

    def read(self, file: str) -> bytes:
        """Return the content.

        Raises:
            OSError: when it cannot be read.
        """
        ...


class StoredContents:
    """Files of the store. Some are links to where they were taken in, which was checked then."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, file: str) -> bytes:
        """Return the content of a file."""
        return (self._root / file).read_bytes()


class FolderContents:
    """Files of a folder, none of which may lie outside of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def read(self, file: str) -> bytes:
        """Return the content of a file.

        Raises:
            OSError: when it is gone, is no file any more, or a link leads out of the folder.
        """
        real = (self._folder / file).resolve()
        if not real.is_relative_to(self._folder):
            raise OSError("It is a link that leads out of the folder.")
        # Something else may be put in its place meanwhile: a link is not followed, and a pipe is
        # not waited for.
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as opened:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError("It is no file any more.")
            return opened.read()
