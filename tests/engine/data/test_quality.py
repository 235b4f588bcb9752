"""The check names what is wrong with data, which samples it is, and what to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.catalog.image import CLASSIFICATION
from engine.data.files import FolderFiles
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError
from engine.specs.data import (
    DatasetFormat,
    FilesDataSpec,
    ManifestDataSpec,
    SampleRecord,
    Split,
)
from engine.tasks.image.classification import TASK
from engine.validation.checks import Finding
from tests.engine.images import write_folder, write_multi_label
from tests.engine.runs import spec_of


def folder_spec(folder: Path) -> FilesDataSpec:
    return FilesDataSpec(format=DatasetFormat.IMAGE_FOLDER, root=str(folder))


def findings_of(folder: Path) -> dict[str, Finding]:
    return {item.code: item for item in TASK.check(folder_spec(folder))}


def sample(index: int, label: str, split: Split, content: str | None = None) -> SampleRecord:
    return SampleRecord(
        id=str(index),
        file=f"{index}.png",
        name=f"{index}.png",
        sha256=content or str(index),
        width=8,
        height=8,
        split=split,
        labels=(label,),
    )


def check(records: list[SampleRecord], labels: tuple[str, ...]) -> dict[str, Finding]:
    samples = SampleSet(tuple(records), FolderFiles(Path()), labels, multi_label=False)
    return {item.code: item for item in check_samples(samples, CLASSIFICATION)}


def test_good_data_is_only_advised_to_grow(tmp_path: Path) -> None:
    assert findings_of(write_folder(tmp_path / "data", 12)).keys() == {"samples_below_advice"}


def test_one_class_stops_the_run(tmp_path: Path) -> None:
    finding = findings_of(write_folder(tmp_path / "data", 12, labels=("down",)))["single_class"]

    assert finding.blocking
    assert "down" in finding.message


def test_a_folder_without_images_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty" / "cats").mkdir(parents=True)

    with pytest.raises(DataError) as error:
        findings_of(tmp_path / "empty")
    assert error.value.code == "no_samples"


def test_a_version_without_labelled_samples_says_what_it_holds_instead(tmp_path: Path) -> None:
    index = tmp_path / "samples.jsonl"
    index.write_text(
        sample(0, "a", Split.TRAIN).model_copy(update={"labels": ()}).model_dump_json()
    )
    data = ManifestDataSpec(index=str(index), files_root=str(tmp_path), labels=("a", "b"))

    (finding,) = TASK.check(data)

    assert (finding.code, finding.blocking) == ("no_samples", True)
    assert finding.params["unlabelled"] == 1
    with pytest.raises(DataError):
        TASK.build_splits(spec_of(data.model_dump()))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        findings_of(tmp_path / "nowhere")
    assert error.value.code == "folder_missing"


def test_files_that_are_no_images_are_counted_named_and_left_out(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data", 12)
    (folder / "down" / "empty.png").write_bytes(b"")
    (folder / "down" / "text.jpg").write_text("not an image")
    (folder / "down" / "notes.txt").write_text("ignored on purpose")

    finding = findings_of(folder)["unreadable_files"]

    assert not finding.blocking
    assert finding.params["count"] == 2
    assert set(finding.sample_ids) == {"down/empty.png", "down/text.jpg"}


def test_images_outside_class_folders_are_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data", 12)
    shutil.copy(folder / "down" / "000.png", folder / "loose.png")

    assert findings_of(folder)["unlabelled_ignored"].sample_ids == ("loose.png",)


def test_an_image_in_two_splits_is_found(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data" / "train", 12).parent
    write_folder(folder / "test", 1)

    finding = findings_of(folder)["duplicate_across_splits"]

    assert finding.params["count"] == 6
    assert "test/down/000.png" in finding.sample_ids


def test_an_image_under_two_labels_is_found(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "data", 12)
    shutil.copy(folder / "down" / "000.png", folder / "across" / "same.png")

    assert set(findings_of(folder)["conflicting_labels"].sample_ids) == {
        "down/000.png",
        "across/same.png",
    }


def test_rare_and_missing_labels_are_found() -> None:
    records = [sample(index, "a", Split.TRAIN) for index in range(60)]
    records += [sample(100 + index, "b", Split.VALIDATION) for index in range(2)]

    found = check(records, ("a", "b", "c"))

    assert found["few_samples"].params["labels"] == "c (0)"
    assert found["labels_not_trained"].params["labels"] == "b"
    assert found["labels_not_trained"].blocking
    assert found["imbalanced"].params["label"] == "b"
    assert not found["test_split_empty"].blocking


def test_too_many_labels_stop_the_run() -> None:
    labels = tuple(str(index) for index in range(10_001))

    assert check([sample(0, "0", Split.TRAIN)], labels)["too_many_labels"].blocking


def test_a_manifest_without_validation_gets_one_from_its_training_part(tmp_path: Path) -> None:
    document = write_multi_label(tmp_path, 80)
    index = Path(str(document["index"]))
    index.write_text(index.read_text().replace('"validation"', '"train"'))
    data = ManifestDataSpec.model_validate(document)

    samples = read_samples(data, CLASSIFICATION)

    assert samples.of(Split.VALIDATION)
    assert samples.of(Split.VALIDATION) == read_samples(data, CLASSIFICATION).of(Split.VALIDATION)
    assert all(finding.code != "few_samples" for finding in check_samples(samples, TASK.card))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", "index_malformed"),
        (json.dumps({"id": "1"}), "index_malformed"),
        (sample(0, "gone", Split.TRAIN).model_dump_json(), "label_unknown"),
    ],
)
def test_a_wrong_line_of_a_manifest_is_named(tmp_path: Path, line: str, code: str) -> None:
    index = tmp_path / "samples.jsonl"
    index.write_text(line + "\n")
    data = ManifestDataSpec(index=str(index), files_root=str(tmp_path), labels=("a", "b"))

    with pytest.raises(DataError) as error:
        read_samples(data, CLASSIFICATION)
    assert error.value.code == code
