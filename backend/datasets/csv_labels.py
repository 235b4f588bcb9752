"""Read a ``labels.csv``: which file has which labels."""

from __future__ import annotations

import csv
import io
import unicodedata
from dataclasses import dataclass, field

from backend.api.errors import Invalid
from backend.datasets.media.facts import Problem

_ENCODINGS = ("gb18030", "latin-1")
_SEPARATOR = "|"


@dataclass
class CsvLabels:
    """Labels by file name as written, and what was odd about the file."""

    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[tuple[str, Problem]] = field(default_factory=list)


def read_labels(content: bytes, *, multi_label: bool) -> CsvLabels:
    """Return the labels that a CSV file with the header ``file,label`` gives.

    Repeated rows of a file add up in multi-label data. Elsewhere the first label counts, and a
    second one that differs is a problem.

    Raises:
        Invalid: when the file has no such header or is no text.
    """
    found = CsvLabels()
    text = _decode(content, found)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        header = [name.strip().lower() for name in next(rows, [])]
        if "file" not in header or "label" not in header:
            raise Invalid(
                f"labels.csv begins with '{','.join(header)[:100]}'. Its first line has to be "
                "'file,label'.",
                code="csv_header",
            )
        file_at, label_at = header.index("file"), header.index("label")
        for number, row in enumerate(rows, start=2):
            if any(cell.strip() for cell in row):
                _read_row(found, row, file_at, label_at, number, multi_label=multi_label)
    except csv.Error as error:
        raise Invalid(
            f"labels.csv cannot be read: {error}. Save it again as plain CSV.", code="csv_damaged"
        ) from error
    return found


def _read_row(
    found: CsvLabels,
    row: list[str],
    file_at: int,
    label_at: int,
    number: int,
    *,
    multi_label: bool,
) -> None:
    if len(row) <= max(file_at, label_at) or not row[file_at].strip():
        problem = Problem(
            "csv_row_short", f"Row {number} has no file or no label column.", {"row": number}
        )
        found.problems.append(("labels.csv", problem))
        return
    name = unicodedata.normalize("NFC", row[file_at].strip()).replace("\\", "/").removeprefix("./")
    given = [label.strip() for label in row[label_at].split(_SEPARATOR) if label.strip()]
    if not multi_label and _SEPARATOR in row[label_at] and len(given) > 1:
        problem = Problem(
            "csv_many_labels",
            f"Row {number} gives {len(given)} labels, but this dataset has one for each sample. "
            "The sample stays unlabelled.",
            {"row": number, "num": len(given)},
        )
        found.problems.append((name, problem))
        given = []
    before = found.labels.get(name)
    if before is None:
        found.labels[name] = tuple(dict.fromkeys(given))
    elif multi_label:
        found.labels[name] = tuple(dict.fromkeys([*before, *given]))
    else:
        same = before == tuple(given)
        problem = Problem(
            "csv_row_repeated" if same else "csv_row_conflict",
            f"Row {number} names this file again"
            + ("." if same else f" with another label; '{'|'.join(before)}' is kept."),
            {"row": number},
        )
        found.problems.append((name, problem))


def _decode(content: bytes, found: CsvLabels) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    for encoding in _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        problem = Problem(
            "csv_encoding_guessed",
            f"labels.csv is not UTF-8; it was read as {encoding}. Check the names of the labels.",
            {"encoding": encoding},
        )
        found.problems.append(("labels.csv", problem))
        return text
    raise AssertionError("Latin-1 decodes every byte.")


def _delimiter(text: str) -> str:
    header = text.split("\n", 1)[0]
    return max((",", ";", "\t"), key=header.count)
