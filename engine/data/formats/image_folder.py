"""A folder of images, one sub-folder per class, perhaps below ``train`` and ``test``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from engine.data.image_header import read_image_size
from engine.data.splits import stratified_split
from engine.errors import DataError
from engine.specs.data import ImageFolderDataSpec, SampleRecord, Split

_SPLIT_FOLDERS = {
    "train": Split.TRAIN,
    "validation": Split.VALIDATION,
    "val": Split.VALIDATION,
    "test": Split.TEST,
}
# Files that systems and tools leave beside images; they are no samples and nothing is lost.
_IGNORED_SUFFIXES = {".txt", ".csv", ".json", ".md", ".xml", ".yaml", ".yml", ".db", ".ini"}


@dataclass(frozen=True)
class ImageFolder:
    """What a folder holds; ``unreadable`` maps file names to the reason."""

    records: tuple[SampleRecord, ...]
    labels: tuple[str, ...]
    unreadable: dict[str, str]
    unlabelled: tuple[str, ...]


@dataclass(frozen=True)
class _Found:
    file: Path
    label: str | None
    split: Split | None


def read_image_folder(spec: ImageFolderDataSpec) -> ImageFolder:
    """List the images of a folder and split them, seeded and stratified.

    The same picture under two names always lands in one split, so that no test image was
    trained on.

    Raises:
        DataError: when the folder is missing or holds no image in a class folder.
    """
    root = Path(spec.root)
    if not root.is_dir():
        raise DataError(
            f"The data folder '{root}' does not exist. Name a folder with one sub-folder of "
            "images per class.",
            code="folder_missing",
            path=str(root),
        )
    found = sorted(_find(root), key=lambda item: item.file.as_posix())
    labelled = [item for item in found if item.label is not None]
    if not labelled:
        raise DataError(
            f"The folder '{root}' holds no image in a class folder. Put the images of each class "
            "into a sub-folder of its name.",
            code="no_samples",
            path=str(root),
        )
    with ThreadPoolExecutor(max_workers=min(8, (os.cpu_count() or 1) * 2)) as pool:
        outcomes = list(pool.map(lambda item: _record(item, root), labelled))
    records = [outcome for outcome in outcomes if isinstance(outcome, SampleRecord)]
    unreadable = dict(outcome for outcome in outcomes if isinstance(outcome, tuple))
    return ImageFolder(
        records=_split(records, [item.split for item in labelled], outcomes, spec),
        labels=tuple(sorted({item.label for item in labelled if item.label is not None})),
        unreadable=unreadable,
        unlabelled=tuple(_name(item.file, root) for item in found if item.label is None),
    )


def _find(root: Path) -> Iterable[_Found]:
    folders = {path.name: path for path in root.iterdir() if path.is_dir()}
    if "train" in folders:
        for name, split in _SPLIT_FOLDERS.items():
            if name in folders:
                yield from _classes(folders[name], split)
    else:
        yield from _classes(root, None)


def _classes(root: Path, split: Split | None) -> Iterable[_Found]:
    for path in root.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            for file in path.rglob("*"):
                if _is_candidate(file):
                    yield _Found(file, path.name, split)
        elif _is_candidate(path):
            yield _Found(path, None, split)


def _is_candidate(file: Path) -> bool:
    hidden = file.name.startswith(".") or file.suffix.lower() in _IGNORED_SUFFIXES
    return not hidden and file.is_file()


def _record(item: _Found, root: Path) -> SampleRecord | tuple[str, str]:
    """Return the record of a file, or its name and why it is no image."""
    name = _name(item.file, root)
    try:
        width, height = read_image_size(item.file)
    except DataError as error:
        return name, error.message
    return SampleRecord(
        id=name,
        file=name,
        name=item.file.name,
        sha256=hashlib.sha256(item.file.read_bytes()).hexdigest(),
        width=width,
        height=height,
        split=Split.TRAIN,
        labels=(str(item.label),),
    )


def _split(
    records: list[SampleRecord],
    given: list[Split | None],
    outcomes: list[SampleRecord | tuple[str, str]],
    spec: ImageFolderDataSpec,
) -> tuple[SampleRecord, ...]:
    """Give each record the split of its folder, and divide what has none."""
    splits = [
        split
        for split, outcome in zip(given, outcomes, strict=True)
        if isinstance(outcome, SampleRecord)
    ]
    shares = {Split.VALIDATION: spec.validation_share, Split.TEST: spec.test_share}
    shares = {split: share for split, share in shares.items() if split not in splits}
    if Split.TRAIN in splits:
        # A folder that names its splits has no test part unless it says so.
        shares.pop(Split.TEST, None)
    open_indices = [
        index for index, split in enumerate(splits) if split is None or split is Split.TRAIN
    ]
    chosen = stratified_split(
        [records[index].labels for index in open_indices],
        [records[index].sha256 for index in open_indices],
        shares,
        spec.seed,
    )
    result: dict[int, Split] = dict(zip(open_indices, chosen, strict=True))
    return tuple(
        record.model_copy(update={"split": result.get(index, splits[index])})
        for index, record in enumerate(records)
    )


def _name(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix()
