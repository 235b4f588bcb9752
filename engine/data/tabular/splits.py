"""From table files to the three parts of a run: target, problem, features, and who is held out."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from easel.runtime.table.cells import category_of, number_of, time_of

from engine.catalog import TaskCard
from engine.catalog.tabular import ROWS_HELD_OUT
from engine.data.confirmation import require_confirmed
from engine.data.folders import read_files
from engine.data.samples import read_samples
from engine.data.tabular.checks import ambiguous_dates, uneven_findings
from engine.data.tabular.dataset import TableDataset, TableMeaning
from engine.data.tabular.encoded_table import Problem
from engine.data.tabular.schema import (
    MISSING_TEXTS,
    infer_schema,
    text_cells,
    time_format,
    time_unreadable,
)
from engine.data.tabular.tables import Frame, date_format_of, read_tables
from engine.data.tabular.target import (
    problem_of,
    require_clear,
    require_varied,
    scale_of,
    target_statistics,
    usable_rows,
)
from engine.errors import DataError, SpecError
from engine.formats.splitting.splits import Candidate, split_samples
from engine.specs.data import DataSpec, FilesDataSpec, ManifestDataSpec, Split
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.package.ops.table import EncodeColumnsOp
from engine.validation.checks import Finding
from engine.validation.targets import (
    TargetStatistics,
    check_guess,
    check_problem,
    check_target,
)

Parts = dict[Split, list[int]]


def read_frame(data: DataSpec, card: TaskCard) -> tuple[Frame, dict[Split, list[int]]]:
    """Read all files; return their rows, and those of files whose split is named.

    Raises:
        DataError: when a file cannot be used, or there is none.
    """
    if isinstance(data, FilesDataSpec):
        found = read_files(data, card.media)
        records, files, named = found.records, found.files, dict(found.splits)
    else:
        samples = read_samples(data, card, validation_share=0.0)
        records, files = samples.records, samples.files
        named = {record.id: record.split for record in records}
    if not records:
        raise DataError(
            "The data has no table file. Bring in at least one CSV, XLSX or Parquet file.",
            code="table_empty",
        )
    reading = data.reading if isinstance(data, FilesDataSpec) else None
    frame = read_tables([(record.name, files.source(record)) for record in records], reading)
    if isinstance(data, ManifestDataSpec):
        frame = replace(frame, date_format=date_format_of(data.date_order))
    if set(named.values()) <= {Split.TRAIN}:
        return frame, {}
    by_name = {record.name: named.get(record.id, Split.TRAIN) for record in records}
    parts: Parts = defaultdict(list)
    for index, place in enumerate(frame.places):
        parts[by_name[place.rpartition(":")[0]]].append(index)
    return frame, dict(parts)


def target_column(frame: Frame, options: TabularPredictionOptions) -> str:
    """Return the column to predict.

    Raises:
        SpecError: ``column_unknown`` when any column the options name is not there.
    """
    target = list(frame.columns)[-1] if options.target == "auto" else options.target
    named = {
        "target": target,
        "split_column": options.split_column,
        "group_column": options.group_column,
        "time_column": options.time_column,
        **{f"leave_out[{i}]": name for i, name in enumerate(options.leave_out)},
    }
    for option, column in named.items():
        if column is not None and column not in frame.columns:
            raise SpecError(
                f"The option '{option}' names the column '{column}', which the table does not "
                f"have. It has: {', '.join(frame.columns)}.",
                code="column_unknown",
                option=option,
                column=column,
            )
    return target


def divide(
    frame: Frame,
    usable: Sequence[int],
    target: str,
    problem: Problem,
    data: DataSpec,
    options: TabularPredictionOptions,
) -> Parts:
    """Choose the rows of each split by column, by time, by group, or at random.

    Splits that the column does not name are taken from its training rows.

    Raises:
        DataError: ``split_column_invalid`` or ``time_unreadable``.
    """
    if options.split_column is not None:
        parts = _by_column(frame, usable, options.split_column)
        return completed_parts(frame, parts, target, problem, data)
    shares, seed = _shares(data)
    if options.time_column is not None:
        return _by_time(frame, usable, options.time_column, shares)
    if options.group_column is not None:
        groups = [str(frame.columns[options.group_column][i]) for i in usable]
        return _by_group(usable, groups, _strata(frame, usable, target, problem), shares, seed)
    return _at_random(frame, usable, _strata(frame, usable, target, problem), shares, seed)


def _strata(frame: Frame, rows: Sequence[int], target: str, problem: Problem) -> list[str]:
    """Return the class of each row, which each split gets its share of; values have none."""
    if problem == "regression":
        return [""] * len(rows)
    cells = frame.columns[target]
    return [str(category_of(cells[i], MISSING_TEXTS)) for i in rows]


def open_tables(
    data: DataSpec, options: TabularPredictionOptions, card: TaskCard
) -> dict[Split, TableDataset]:
    """Read the files and open the three splits.

    Raises:
        DataError: when the files, the target or a split cannot be used, or something that has to
            be confirmed was not.
        SpecError: when the options name a column that is not there, or none where it is not clear
            which one is meant.
    """
    frame, named = read_frame(data, card)
    target = target_column(frame, options)
    if options.target == "auto":
        require_clear(check_guess(list(frame.columns), target))
    cells = frame.columns[target]
    summary = target_statistics(target, cells)
    problem = problem_of(summary, options)
    findings = tuple(_findings(frame, summary, options))
    require_confirmed(findings, options.accepted)
    require_clear(ambiguous_dates(frame))
    known = usable_rows(cells, summary, problem)
    if named:
        parts = completed_parts(frame, named_parts(named, known), target, problem, data)
    else:
        parts = divide(frame, known, target, problem, data, options)
    if not parts.get(Split.TRAIN):
        raise DataError(
            "The train split has no row with a known target. Add rows, or give it a larger share.",
            code="empty_split",
            split=Split.TRAIN.value,
        )
    meaning = _meaning(frame, parts[Split.TRAIN], target, problem, options, findings)
    known_labels = set(meaning.labels)
    opened = {}
    for split in Split:
        rows = parts.get(split, [])
        if problem != "regression":
            # A class that was never trained on cannot be predicted, nor evaluated.
            rows = [i for i in rows if category_of(cells[i], MISSING_TEXTS) in known_labels]
        opened[split] = TableDataset(frame.take(rows), meaning, split)
    return opened


def _findings(
    frame: Frame, summary: TargetStatistics, options: TabularPredictionOptions
) -> Iterator[Finding]:
    yield from uneven_findings(frame.uneven)
    if options.target == "auto":
        yield from check_guess(list(frame.columns), summary.column)
    yield from check_problem(summary, options.problem)
    yield from check_target(summary, options.problem)


def named_parts(named: Parts, usable: Sequence[int]) -> Parts:
    """Return the rows of files whose splits are named, without those that cannot be used."""
    allowed = set(usable)
    return {split: [i for i in rows if i in allowed] for split, rows in named.items()}


def _shares(data: DataSpec) -> tuple[dict[Split, float], int]:
    if isinstance(data, FilesDataSpec):
        return {Split.VALIDATION: data.validation_share, Split.TEST: data.test_share}, data.seed
    return dict.fromkeys((Split.VALIDATION, Split.TEST), ROWS_HELD_OUT), 0


def completed_parts(
    frame: Frame, parts: Parts, target: str, problem: Problem, data: DataSpec
) -> Parts:
    """Take the splits that no row is named for from the training rows."""
    shares, seed = _shares(data)
    missing = {split: 0.0 if parts.get(split) else share for split, share in shares.items()}
    train = parts.get(Split.TRAIN, [])
    taken = _at_random(frame, train, _strata(frame, train, target, problem), missing, seed)
    return {
        Split.TRAIN: taken[Split.TRAIN],
        Split.VALIDATION: parts.get(Split.VALIDATION) or taken[Split.VALIDATION],
        Split.TEST: parts.get(Split.TEST) or taken[Split.TEST],
    }


def _meaning(
    frame: Frame,
    train: Sequence[int],
    target: str,
    problem: Problem,
    options: TabularPredictionOptions,
    findings: tuple[Finding, ...],
) -> TableMeaning:
    rows = frame.take(train)
    special = [target, options.split_column, options.group_column]
    schema = infer_schema(
        rows,
        but=[name for name in special if name is not None],
        max_categories=options.max_categories,
        left_out=options.leave_out,
        as_categories=options.as_categories,
    )
    if not schema.columns:
        reasons = ", ".join(f"{name} ({why})" for name, why in schema.omitted.items())
        raise DataError(
            f"No column is left to learn from: {reasons}. Bring in columns that vary.",
            code="no_features",
            reasons=reasons,
        )
    labels: tuple[str, ...] = ()
    mean, deviation = 0.0, 1.0
    require_varied(target, text_cells(rows.columns[target]))
    if problem == "regression":
        mean, deviation = scale_of(target, rows.columns[target])
    else:
        names = {str(category_of(cell, MISSING_TEXTS)) for cell in rows.columns[target]}
        labels = tuple(sorted(names, key=_label_order))
    return TableMeaning(
        target=target,
        problem=problem,
        labels=labels,
        mean=mean,
        deviation=deviation,
        schema=schema,
        op=EncodeColumnsOp(required=schema.required),
        findings=findings,
        decide_by=options.decide_by,
    )


def _label_order(name: str) -> tuple[float, str]:
    """Order numbers by size, and names after them by letter."""
    value = number_of(name, MISSING_TEXTS)
    return (np.inf if np.isnan(value) else value, name)


def _by_column(frame: Frame, usable: Sequence[int], column: str) -> Parts:
    words = {"train": Split.TRAIN, "training": Split.TRAIN, "test": Split.TEST}
    words |= dict.fromkeys(("validation", "valid", "val", "dev"), Split.VALIDATION)
    parts: Parts = defaultdict(list)
    for i in usable:
        word = str(category_of(frame.columns[column][i], MISSING_TEXTS)).lower()
        if word not in words:
            raise DataError(
                f"{frame.places[i]}: the split column '{column}' holds '{word}'; train, validation "
                "or test is expected. Correct the cell, or choose another split column.",
                code="split_column_invalid",
                column=column,
                value=word[:80],
                place=frame.places[i],
            )
        parts[words[word]].append(i)
    return dict(parts)


def _by_time(frame: Frame, usable: Sequence[int], column: str, shares: dict[Split, float]) -> Parts:
    form = time_format(column, frame)
    moments = {}
    for i in usable:
        moment = time_of(frame.columns[column][i], MISSING_TEXTS, form)
        if moment is None:
            raise time_unreadable(frame, column, i)
        moments[i] = moment
    ordered = sorted(usable, key=lambda i: (moments[i], i))
    num_test = round(len(ordered) * shares[Split.TEST])
    num_validation = round(len(ordered) * shares[Split.VALIDATION])
    end = len(ordered) - num_test
    return {
        Split.TRAIN: ordered[: end - num_validation],
        Split.VALIDATION: ordered[end - num_validation : end],
        Split.TEST: ordered[end:],
    }


def _by_group(
    usable: Sequence[int],
    groups: Sequence[str],
    strata: Sequence[str],
    shares: dict[Split, float],
    seed: int,
) -> Parts:
    rows = [
        Candidate(group, (stratum,), group) for group, stratum in zip(groups, strata, strict=True)
    ]
    return _parts(usable, split_samples(rows, shares, seed=seed))


def _at_random(
    frame: Frame,
    usable: Sequence[int],
    strata: Sequence[str],
    shares: dict[Split, float],
    seed: int,
) -> Parts:
    """Divide rows by what they say, so that others may come and go around them."""
    columns = list(frame.columns.values())
    counted: Counter[str] = Counter()
    rows = []
    for i, stratum in zip(usable, strata, strict=True):
        # The separator keeps "ab", "c" apart from "a", "bc".
        text = "\x1f".join(str(cells[i]) for cells in columns)
        counted[text] += 1
        # Rows that say the same are different rows all the same.
        digest = hashlib.sha256(f"{text}\x1f{counted[text]}".encode("utf-8", "surrogatepass"))
        rows.append(Candidate(digest.hexdigest(), (stratum,)))
    return _parts(usable, split_samples(rows, shares, seed=seed))


def _parts(usable: Sequence[int], splits: Sequence[Split]) -> Parts:
    parts: Parts = {split: [] for split in Split}
    for i, split in zip(usable, splits, strict=True):
        parts[split].append(i)
    return parts
