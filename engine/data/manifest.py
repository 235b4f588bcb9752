"""A frozen dataset version: ``samples.jsonl`` beside a folder of files."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from engine.errors import DataError
from engine.specs.data import ManifestDataSpec, SampleRecord
from engine.validation.usable import labels_of


def read_manifest(spec: ManifestDataSpec) -> tuple[SampleRecord, ...]:
    """Read all records, in the order of the index.

    Raises:
        DataError: when the index is missing, a line is malformed, or a label is not declared.
    """
    index = Path(spec.index)
    if not index.is_file():
        raise DataError(
            f"The dataset's index '{index}' does not exist. Freeze the dataset version again.",
            code="index_missing",
            path=str(index),
        )
    known = set(spec.labels)
    records: list[SampleRecord] = []
    with index.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            record = _parse(line, index, number)
            unknown = [label for label in labels_of(record) if label not in known]
            if unknown:
                raise DataError(
                    f"Sample '{record.name}' has the label '{unknown[0]}', which is not among the "
                    f"{len(known)} labels of this dataset version. Restore the label or give the "
                    "sample another one, then freeze a new version.",
                    code="label_unknown",
                    sample=record.name,
                    label=unknown[0],
                )
            records.append(record)
    return tuple(records)


def _parse(line: str, index: Path, number: int) -> SampleRecord:
    try:
        return SampleRecord.model_validate_json(line)
    except ValidationError as error:
        reason = error.errors()[0]
        place = ".".join(str(part) for part in reason["loc"])
        raise DataError(
            f"Line {number} of '{index.name}' is not a sample: {place}: {reason['msg']}. "
            "Freeze the dataset version again.",
            code="index_malformed",
            line=number,
        ) from error
