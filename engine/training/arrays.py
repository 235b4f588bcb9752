"""Arrays of a finished part in the work folder: whole or absent, as checkpoints are."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.disk import write_atomically

Arrays = Mapping[str, NDArray[np.generic]]


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays into one file, whose folder is made when it is missing.

    Raises:
        ResourceError: ``disk_full``; the earlier file is intact.
    """
    content = BytesIO()
    # In memory first: a file that breaks off would have to be told from a whole one.
    np.savez(content, allow_pickle=False, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content.getvalue())


def read_arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    """Return what ``write_arrays`` wrote."""
    # Arrays of objects are pickled, and what is unpickled may run code.
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)
