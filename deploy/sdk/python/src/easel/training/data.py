"""Data as notebooks have it, turned into files that the engine reads.

Paths go to the engine as they are. Tables of pandas and polars become a Parquet file, lists a file
of JSON lines, which is read for every task.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from easel.errors import InputError
from easel.samples import write_samples
from easel.training.errors import TrainingFailed


def as_path(data: Any, task: str, folder: Path) -> Path:
    """Return where the data is, written below a folder when it is no file yet.

    Args:
        data: a path; a table; or a list of samples, see ``easel.samples``.
        task: whose samples are texts or files.
        folder: made when something is written.

    Raises:
        TrainingFailed: when the data is none of these, or names a file that is not there.
    """
    if isinstance(data, (str, os.PathLike)):
        return Path(data)
    for writer in ("to_parquet", "write_parquet"):
        if hasattr(data, writer):
            return _written_table(data, writer, folder)
    if isinstance(data, Iterable) and not isinstance(data, (bytes, Mapping)):
        return _written_list(data, task, folder)
    raise TrainingFailed(
        f"The data is of the type '{type(data).__name__}'. Give a path, a table of pandas or "
        "polars, or a list of (file or text, label).",
        code="data_invalid",
    )


def _written_table(table: Any, writer: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "data.parquet"
    try:
        getattr(table, writer)(path, **({"index": False} if writer == "to_parquet" else {}))
    # Which errors there are depends on what the library writes Parquet with.
    except Exception as error:
        raise TrainingFailed(
            f"The table cannot be written as Parquet ({error}). Give each column one type, or save "
            "the table as a file and give its path.",
            code="data_invalid",
        ) from error
    return path


def _written_list(samples: Any, task: str, folder: Path) -> Path:
    try:
        return write_samples(samples, task, folder)
    except InputError as error:
        raise TrainingFailed(error.message, code=error.code, **error.params) from error
