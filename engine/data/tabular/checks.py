"""What is wrong with table files, and what a column gives away that it should not."""

# R rows

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from easel.runtime.table.cells import time_of
from numpy.typing import NDArray

from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.encoded_table import Floats
from engine.data.tabular.repeats import MANY_ALIKE
from engine.data.tabular.schema import MISSING_TEXTS, Schema
from engine.data.tabular.tables import Frame
from engine.formats.findings import sheets_unread
from engine.formats.layout import Problem
from engine.formats.tables.blank_formulas import formula_without_value
from engine.formats.tables.merged_cells import cells_merged
from engine.formats.tables.preview import TablePreview
from engine.formats.tables.uneven import UnevenRows
from engine.metrics.roc import area_under_roc
from engine.specs.package.inputs import Column
from engine.validation.checks import Finding, listed
from engine.validation.uneven_rows import check_uneven

# A single column that orders the classes, or the values, nearly without a fault.
SUSPICIOUS_AREA, SUSPICIOUS_CORRELATION = 0.995, 0.998
MIN_LEAKAGE_ROWS = 50

_WORDS = {
    "constant": "hold one value",
    "identifier": "number or name the rows",
    "free_text": "hold prose",
    "left_out": "are left out as asked",
}


def column_findings(schema: Schema) -> Iterator[Finding]:
    """Yield what is not learnt from, and why; none of it stops a run."""
    for reason, words in _WORDS.items():
        names = [name for name, why in schema.omitted.items() if why == reason]
        if names and reason != "left_out":
            yield Finding(
                f"columns_{reason}",
                {"count": len(names), "columns": listed(names)},
                f"{len(names)} column(s) {words} and are not learnt from: {listed(names)}.",
                blocking=False,
            )
    if schema.unreadable:
        total = sum(schema.unreadable.values())
        names = list(schema.unreadable)
        yield Finding(
            "cells_unreadable",
            {"count": total, "columns": listed(names)},
            f"{total} cell(s) do not read as the number or time that their column holds and count "
            f"as missing: {listed(names)}. Correct them, or leave the columns out.",
            blocking=False,
        )
    if schema.rare:
        total = sum(schema.rare.values())
        names = list(schema.rare)
        yield Finding(
            "categories_rare",
            {"count": total, "columns": listed(names)},
            f"{total} cell(s) hold a category beyond the most frequent ones and are learnt as "
            f"unknown: {listed(names)}. Raise max_categories, or merge categories.",
            blocking=False,
        )


def frame_findings(frame: Frame, schema: Schema) -> Iterator[Finding]:
    """Yield what is to be known of the files before a target is chosen."""
    yield from reading_of_frame(frame)
    yield from time_findings(schema.columns, frame)
    yield from column_findings(schema)
    num_distinct = len(set(zip(*frame.columns.values(), strict=True)))
    copies = len(frame) - num_distinct
    if copies and num_distinct * MANY_ALIKE > len(frame):
        share = copies / len(frame)
        yield Finding(
            "rows_repeated",
            {"count": copies, "share": round(share, 4)},
            f"{copies} row(s) ({share:.1%}) repeat an earlier one. If they are copies, remove "
            "them: a copy in another split makes the report too kind.",
            blocking=False,
            num_samples=copies,
        )


def reading_of_frame(frame: Frame) -> Iterator[Finding]:
    """Yield how the files were read, and which rows do not fit their columns."""
    for name, looked in frame.previews.items():
        yield from reading_findings(name, looked)
    yield from ambiguous_dates(frame)
    yield from uneven_findings(frame.uneven)


def ambiguous_dates(frame: Frame) -> Iterator[Finding]:
    """Yield the files whose dates can be read with the day or with the month first."""
    for name, looked in frame.previews.items():
        for reason in looked.reasons:
            is_asked = reason.part == "date_order" and "date_order" in looked.guessed
            if is_asked and not reason.is_sure:
                example, read = reason.params["example"], reason.params["read"]
                yield Finding(
                    "date_order_needed",
                    {"file": name, "example": example, "read": read},
                    f"'{name}': Dates such as '{example}' can have the day or the month first; no "
                    f"date tells. Say which, with the reading's date_order: dmy or mdy (or ymd); "
                    f"it would be taken for {read}.",
                    blocking=True,
                )


def time_findings(columns: Iterable[Column], frame: Frame) -> Iterator[Finding]:
    """Yield how columns of times are read, where a cell alone does not tell."""
    for column in columns:
        if column.kind == "time" and column.format is not None:
            cell = next(one for one in frame.columns[column.name] if one not in (None, ""))
            moment = time_of(cell, MISSING_TEXTS, column.format)
            read = "" if moment is None else moment.isoformat(sep=" ")
            yield Finding(
                "times_read_as",
                {
                    "column": column.name,
                    "format": column.format,
                    "example": str(cell),
                    "read": read,
                },
                f"'{column.name}' is read as times ({column.format}): '{cell}' is {read}. Calls of "
                "the model are read the same way. Leave the column out where it is none.",
                blocking=False,
            )


def reading_findings(name: str, looked: TablePreview) -> Iterator[Finding]:
    """Yield how a file was read, where that was a guess or another program's manner."""
    for problem in _of_workbook(name, looked):
        yield Finding(
            problem.code,
            {**problem.params, "file": name},
            f"'{name}': {problem.message}",
            blocking=False,
        )
    if looked.is_plain:
        return
    reading = looked.reading
    header = "names in the first row" if reading.header else "no names, called column_1 and so on"
    parts = [
        f"{header}",
        f"separator '{reading.delimiter}'",
        f"encoding {reading.encoding}",
        f"decimal mark '{reading.decimal}'",
        f"dates {reading.date_order}",
    ]
    if reading.missing and reading.missing != "auto":
        parts.append("missing: " + ", ".join(repr(word) for word in reading.missing))
    why = " ".join(reason.message for reason in looked.reasons)
    yield Finding(
        "table_read_as",
        {"file": name, "reading": "; ".join(parts), "reasons": why},
        f"'{name}' is read with {'; '.join(parts)}. {why}",
        blocking=False,
    )


def _of_workbook(name: str, looked: TablePreview) -> Iterator[Problem]:
    if looked.blank is not None:
        yield formula_without_value(looked.blank, name)
    if looked.unread:
        yield sheets_unread(name, looked.sheets[0], looked.unread)
    if looked.num_merged:
        yield cells_merged(name, looked.num_merged)


def uneven_findings(uneven: Mapping[str, UnevenRows]) -> Iterator[Finding]:
    """Yield which files have rows that do not fit their columns."""
    for name, rows in uneven.items():
        yield from check_uneven(
            name,
            num=rows.num,
            expected=rows.expected,
            lines=rows.lines,
            example=rows.example,
        )


def leaking_columns(train: TableDataset) -> dict[str, float]:
    """Return columns that predict the target alone, nearly perfectly, with how well they do."""
    if len(train) < MIN_LEAKAGE_ROWS:
        return {}
    names = train.meaning.feature_names()
    columns = [*train.encoded.numbers.T, *train.encoded.categories.T]
    num_numbers = train.encoded.numbers.shape[1]
    found = {}
    for place, (name, column) in enumerate(zip(names, columns, strict=True)):
        strength = _strength(column.astype(np.float64), train, is_number=place < num_numbers)
        if strength is not None:
            found[name] = strength
    return found


def _strength(column: Floats, train: TableDataset, *, is_number: bool) -> float | None:
    targets = train.targets
    if not is_number:
        means = _means(column.astype(np.int64), targets, train)
        if means is None:
            return None
        column = means
    present = np.isfinite(column)
    if present.sum() < MIN_LEAKAGE_ROWS or np.ptp(column[present]) == 0:
        return None
    if train.meaning.problem == "regression":
        if np.ptp(targets[present]) == 0:
            return None
        strength = abs(float(np.corrcoef(column[present], targets[present])[0, 1]))
        return strength if strength >= SUSPICIOUS_CORRELATION else None
    # Of several classes each is looked at against the rest.
    areas = [
        max(area, 1 - area)
        for k in range(len(train.meaning.labels))
        if 0 < (targets[present] == k).sum() < present.sum()
        for area in [area_under_roc(column[present], targets[present] == k)]
    ]
    strength = min(areas, default=0.0)
    return strength if strength >= SUSPICIOUS_AREA else None


def _means(codes: NDArray[np.int64], targets: Floats, train: TableDataset) -> Floats | None:
    """Return the mean target of each row's category; none where most are met only once."""
    counts = np.bincount(codes)
    if len(targets) < 5 * np.count_nonzero(counts):
        return None
    # The mean of the numbers of classes says nothing.
    if train.meaning.problem == "multi_class":
        return None
    means: Floats = (np.bincount(codes, targets) / np.maximum(counts, 1))[codes]
    return means
