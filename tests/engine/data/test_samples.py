"""Samples come alike from a folder, a zip or the rows of a table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.catalog import AnnotationKind, Media
from engine.catalog.image import CLASSIFICATION
from engine.data.files import FolderFiles, TreeFiles
from engine.data.samples import read_samples
from engine.data.sources import sample_source
from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, FilesDataSpec, Region, SampleRecord, Split
from engine.specs.samples.geometry import Box
from engine.validation.usable import is_usable, labels_of
from tests.engine.images import write_folder

RECORD = SampleRecord(id="1", file="1", name="one", sha256="1", split=Split.TRAIN)


def spec_of(root: Path) -> FilesDataSpec:
    return FilesDataSpec(format=DatasetFormat.IMAGE_FOLDER, root=str(root))


def test_a_zip_gives_the_samples_of_its_folder(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data", 12)
    archive = Path(shutil.make_archive(str(tmp_path / "data"), "zip", folder))

    ours, theirs = (read_samples(spec_of(root), CLASSIFICATION) for root in (archive, folder))

    assert ours.records == theirs.records
    assert ours.labels == theirs.labels == ("across", "down", "slope")
    record = ours.records[0]
    assert ours.files.read(record) == theirs.files.read(record)
    assert ours.files.source(record) == theirs.files.read(record)
    assert theirs.files.source(record) == folder / record.file


def test_splits_of_folders_are_kept_and_validation_is_taken_from_training(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data" / "train", 20).parent
    write_folder(folder / "test", 4, size=20)

    samples = read_samples(spec_of(folder), CLASSIFICATION)

    assert {record.file.split("/")[0] for record in samples.of(Split.TEST)} == {"test"}
    assert len(samples.of(Split.TEST)) == 12
    assert {record.file.split("/")[0] for record in samples.of(Split.VALIDATION)} == {"train"}
    assert len(samples.of(Split.VALIDATION)) == 6


def test_rows_are_samples_without_files(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    files = TreeFiles(tmp_path / "data", {"1": Item("1", "one", content="schön".encode())})

    assert sample_source(files, RECORD, Media.TEXT) == "schön"
    with pytest.raises(DataError) as error:
        files.read(RECORD.model_copy(update={"file": "2"}))
    assert error.value.code == "file_unreadable"


def test_a_text_of_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "1").write_bytes("schön".encode("latin-1"))

    with pytest.raises(DataError, match="'one' is not UTF-8") as error:
        sample_source(FolderFiles(tmp_path), RECORD, Media.TEXT)
    assert error.value.code == "text_unreadable"


def test_regions_carry_labels_and_an_empty_annotated_sample_is_no_unlabelled_one() -> None:
    boxes = CLASSIFICATION.model_copy(update={"annotation": AnnotationKind.BOXES})
    box = Box(left=0, top=0, width=2, height=2)
    annotated = RECORD.model_copy(
        update={"regions": tuple(Region(id=str(n), label="cat", geometry=box) for n in range(2))}
    )

    assert labels_of(annotated) == ("cat",)
    assert is_usable(RECORD, boxes, multi_label=False)
    assert not is_usable(RECORD.model_copy(update={"is_annotated": False}), boxes, False)
    assert not is_usable(RECORD, CLASSIFICATION, multi_label=False)
