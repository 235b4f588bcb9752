"""Data with next to nothing to learn is refused by name, whatever the task: no library's error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.catalog import TASKS, Media
from engine.data.samples import read_samples
from engine.errors import DataError
from engine.specs.data import ManifestDataSpec, SampleRecord, Split
from engine.specs.parse import parse_training_spec
from tests.conformance.case import Case, all_cases
from tests.engine.runs import train

# Tables say themselves what is true: see tests/engine/tasks/test_thin_tables.py. These others learn
# from one marked sample, or from what they compose and follow themselves.
OTHERS = ("ocr.", "retail.", "speech.recognition", "video.object_tracking")
CASES = [
    case
    for case in all_cases()
    if TASKS[case.task].media is not Media.TABLE and not case.task.startswith(OTHERS)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_thin_data_is_refused_by_name(case: Case, tmp_path: Path) -> None:
    spec = parse_training_spec(case.document(tmp_path / "good"))
    samples = read_samples(spec.data, TASKS[case.task])
    for name, records in thinned(samples.records):
        files = tmp_path / "files"
        files.mkdir(exist_ok=True)
        lines = []
        for number, record in enumerate(records):
            (files / str(number)).write_bytes(samples.files.read(record))
            lines.append(record.model_copy(update={"file": str(number)}).model_dump_json())
        index = tmp_path / "samples.jsonl"
        index.write_text("\n".join(lines) + "\n")
        data = ManifestDataSpec(
            index=str(index),
            files_root=str(files),
            labels=samples.labels,
            multi_label=samples.multi_label,
        )
        with pytest.raises(DataError) as refused:
            train(spec.model_copy(update={"data": data}), tmp_path / name)
        assert refused.value.code not in ("", "data_invalid"), name


def thinned(records: Sequence[SampleRecord]) -> Iterator[tuple[str, list[SampleRecord]]]:
    """Yield what is left of samples when classes, splits or all that is said are missing."""
    train = [record for record in records if record.split is Split.TRAIN]
    held_out = [record for record in records if record.split is not Split.TRAIN]
    yield "one sample", train[:1]
    yield "nothing said", [saying_nothing(record) for record in records]
    labels = {label for record in records for label in labels_of(record)}
    if len(labels) > 1:
        first, *_, last = sorted(labels)
        yield "one class", [with_label(record, first) for record in records]
        yield "one class in training", [with_label(one, first) for one in train] + held_out
        rare = [with_label(train[0], last)]
        yield "a class of one", rare + [with_label(one, first) for one in records[1:]]


def labels_of(record: SampleRecord) -> set[str]:
    return {*record.labels, *(region.label for region in record.regions if region.label)}


def saying_nothing(record: SampleRecord) -> SampleRecord:
    nothing = {"labels": (), "regions": (), "relations": (), "texts": (), "value": None}
    return record.model_copy(update={**nothing, "is_annotated": False})


def with_label(record: SampleRecord, label: str) -> SampleRecord:
    """Return a sample all of whose labels are one."""
    regions = tuple(
        region.model_copy(update={"label": label}) if region.label else region
        for region in record.regions
    )
    labels = (label,) if record.labels else ()
    return record.model_copy(update={"labels": labels, "regions": regions})
