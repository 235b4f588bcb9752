"""Lay data out as an index and a folder of files, as inspections and recipes read it."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.catalog import TASKS, Media
from engine.commands.reading import mapping_of, reading_of
from engine.commands.refusals import unknown_task
from engine.commands.specs import data_of
from engine.disk import write_atomically, writing_to
from engine.validation.usable import labels_of

FOLDER = "data"
INDEX, FILES = "samples.jsonl", "files"


@dataclass(frozen=True)
class DataIndex:
    """Where the samples of some data are, and what is known of all of them."""

    media: Media
    index: Path
    files_root: Path
    labels: tuple[str, ...]
    multi_label: bool
    has_splits: bool


def write_index(options: Namespace) -> DataIndex:
    """Write ``data/samples.jsonl`` into the work folder, and ``data/files`` beside it.

    Files stay where they are, and are linked to; rows of tables and entries of zips are written.

    Raises:
        DataError: when there is no data, or it is not in this format.
        SpecError: when there is no such task, or it does not read that format.
    """
    if options.task not in TASKS:
        raise unknown_task(options.task)
    media = TASKS[options.task].media
    data = data_of(
        options.data,
        options.task,
        options.format,
        options.multi_label,
        reading_of(options),
        mapping_of(options),
    )
    # Loaded late: a wrong request is refused before the readers of formats are read from disk.
    from engine.data.folders import read_files

    found = read_files(data, media)
    folder = options.work / FOLDER
    with writing_to(folder):
        (folder / FILES).mkdir(parents=True, exist_ok=True)
    lines = []
    for number, record in enumerate(found.records):
        suffix = PurePosixPath(record.file if record.file in record.name else record.name).suffix
        name = f"{number}{suffix or _SUFFIXES[media]}"
        _place(found.files.source(record), folder / FILES / name)
        split = found.splits.get(record.id, record.split)
        lines.append(record.model_copy(update={"file": name, "split": split}))
    content = b"".join(one.model_dump_json(exclude_defaults=True).encode() + b"\n" for one in lines)
    write_atomically(folder / INDEX, content)
    return DataIndex(
        media=media,
        index=folder / INDEX,
        files_root=folder / FILES,
        labels=tuple(sorted({label for record in found.records for label in labels_of(record)})),
        multi_label=data.multi_label,
        has_splits=bool(found.splits),
    )


_SUFFIXES = {
    Media.IMAGE: ".png",
    Media.TEXT: ".txt",
    Media.TEXT_PAIR: ".json",
    Media.AUDIO: ".wav",
    Media.VIDEO: ".mp4",
    Media.TABLE: ".csv",
}


def _place(source: Path | bytes, target: Path) -> None:
    with writing_to(target):
        target.unlink(missing_ok=True)
        if isinstance(source, Path):
            target.symlink_to(source.resolve())
        else:
            target.write_bytes(source)
