"""Read a folder, zip or file in one of ``engine.formats`` as records."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.catalog import Media
from engine.data.files import SampleFiles, TreeFiles
from engine.data.image_header import read_image_size
from engine.errors import DataError
from engine.formats.given_columns import GivenColumns
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import open_tree
from engine.specs.data import FilesDataSpec, SampleRecord, Split

# Notes and lists beside the samples were never meant as some.
_NO_LOSS = {"file_unused", "voc_one_based"}


@dataclass(frozen=True)
class Found:
    """What the files hold.

    Attributes:
        records: all samples that can be read, in the order of the format.
        splits: those that the format names, by the record's id.
        files: gives their content.
        unreadable: why a sample does not hold what the task takes, by its place.
        problems: what the format left out or changed.
    """

    records: tuple[SampleRecord, ...]
    splits: Mapping[str, Split]
    files: SampleFiles
    unreadable: dict[str, str]
    problems: tuple[Problem, ...]


def read_files(spec: FilesDataSpec, media: Media) -> Found:
    """List the samples of a folder, zip or file; all of them are in the training split as yet.

    Args:
        spec: where they are, and in which format.
        media: what each of them must hold.

    Raises:
        DataError: when there is nothing, or it is not in this format.
    """
    root = Path(spec.root)
    given = GivenColumns(spec.reading, spec.mapping)
    items: list[Item] = []
    problems: list[Problem] = []
    with open_tree(root) as tree:
        for found in read_tree(spec.format, tree, multi_label=spec.multi_label, given=given):
            if isinstance(found, Item):
                items.append(found)
            elif found.code not in _NO_LOSS:
                problems.append(found)
    files = TreeFiles(root, {item.place: item for item in items if item.file is None})
    with ThreadPoolExecutor(max_workers=min(8, (os.cpu_count() or 1) * 2)) as pool:
        outcomes = list(pool.map(lambda item: _record(item, files, media), items))
    return Found(
        records=tuple(one for one in outcomes if isinstance(one, SampleRecord)),
        splits={item.place: item.split for item in items if item.split is not None},
        files=files,
        unreadable=_reasons(items, outcomes),
        problems=tuple(problems),
    )


def _record(item: Item, files: TreeFiles, media: Media) -> SampleRecord | DataError:
    """Return the record of an item, or why it does not hold what the task takes."""
    record = SampleRecord(
        id=item.place,
        file=item.file or item.place,
        name=PurePosixPath(item.name).name,
        sha256="",
        split=Split.TRAIN,
        labels=item.labels,
        regions=item.regions,
        relations=item.relations,
        texts=item.texts,
        value=item.value,
        is_annotated=item.is_annotated,
    )
    try:
        content = files.read(record)
        size = read_image_size(content, record.name) if media is Media.IMAGE else item.size
    except DataError as error:
        return error
    width, height = size or (None, None)
    sha256 = hashlib.sha256(content).hexdigest()
    return record.model_copy(update={"sha256": sha256, "width": width, "height": height})


def _reasons(items: Sequence[Item], outcomes: Sequence[SampleRecord | DataError]) -> dict[str, str]:
    return {
        item.place: outcome.message
        for item, outcome in zip(items, outcomes, strict=True)
        if isinstance(outcome, DataError)
    }
