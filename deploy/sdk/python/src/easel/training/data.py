"""Data as notebooks have it, turned into files that the engine reads.

Paths go to the engine as they are. Tables of pandas and polars become a Parquet file, lists a file
of JSON lines, which is read for every task.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from easel.training.errors import TrainingFailed

_FILE_FIELDS = ("file", "image", "audio", "video")


def as_path(data: Any, task: str, folder: Path) -> Path:
    """Return where the data is, written below a folder when it is no file yet.

    Args:
        data: a path; a table; or a list of ``(file or text, label)`` pairs, where several labels
            are a list, or of objects as in a file of JSON lines.
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
        return _written_list(list(data), task, folder)
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


def _written_list(samples: list[Any], task: str, folder: Path) -> Path:
    if not samples:
        raise TrainingFailed("The list of samples is empty.", code="no_samples")
    are_texts = task.partition(".")[0] in ("text", "tabular")
    (folder / "files").mkdir(parents=True, exist_ok=True)
    with (folder / "data.jsonl").open("w", encoding="utf-8") as file:
        for number, sample in enumerate(samples):
            line = _object(sample, are_texts, number)
            for name in _FILE_FIELDS:
                if name in line:
                    source = Path(line[name])
                    line[name] = _linked(source, folder, number)
                    line.setdefault("name", source.name)
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return folder


def _object(sample: Any, is_text: bool, number: int) -> dict[str, Any]:
    if isinstance(sample, Mapping):
        return dict(sample)
    if isinstance(sample, (tuple, list)) and len(sample) == 2:
        source, labels = sample
        labels = [labels] if isinstance(labels, str) else [str(label) for label in labels]
        return {"text" if is_text else "file": source, "labels": labels}
    raise TrainingFailed(
        f"Sample {number} of the list is {sample!r}. Write ('a.jpg', 'cat'), or an object such as "
        '{"file": "a.jpg", "labels": ["cat"]}.',
        code="data_invalid",
    )


def _linked(source: Path, folder: Path, number: int) -> str:
    """Put a file below the folder, where possible without copying it; return its name there."""
    name = f"files/{number:07}{source.suffix}"
    place = folder / name
    place.unlink(missing_ok=True)
    try:
        try:
            os.link(source.resolve(), place)
        except FileNotFoundError:
            raise
        except OSError:
            # Another disk, or one without links.
            shutil.copyfile(source, place)
    except OSError as error:
        raise TrainingFailed(
            f"The file '{source}' of sample {number} cannot be read ({error.strerror}). Check its "
            "path.",
            code="file_unreadable",
            file=str(source),
        ) from error
    return name
