"""Measure tables: missing cells, columns that say nothing, too much, or several things."""

# R rows, C codes of a column

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from easel.runtime.table.cells import Cell, category_of, number_of
from numpy.typing import NDArray

from engine.data.tabular.schema import CLEAR_SHARE, MISSING_TEXTS
from engine.data.tabular.tables import read_table
from engine.errors import DataError
from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.label_errors import CHECK, Tick, cross_validated, prepared
from engine.quality.column_store import Finding, Unreadable
from engine.specs.data import SampleRecord
from engine.specs.inspection import (
    Bars,
    FoundSample,
    InspectionThresholds,
    Param,
    SkippedCheck,
)

# Rows that leaks are looked for in; they only have to be many.
_MAX_ROWS = 100_000
_MAX_CLASSES = 100
_QUANTILES = 100
_MAX_SHOWN = 30
_MAX_ONE_HOT = 30
_KINDS = (
    "column_missing",
    "column_constant",
    "column_leaks",
    "column_mixed",
    "rows_repeated",
)


@dataclass(frozen=True)
class _Column:
    """A column as numbers where nearly all of its cells are some, as categories elsewhere.

    ``codes`` (R,) number its categories or the quantiles of its numbers; -1 is missing.
    """

    name: str
    is_number: bool
    numbers: NDArray[np.float64]
    codes: NDArray[np.int64]
    num_codes: int
    missing_share: float
    number_share: float


@dataclass
class Tables:
    """What is found in the tables of a dataset, one after the other."""

    thresholds: InspectionThresholds
    target: str | None
    seed: int
    charts: list[Bars] = field(default_factory=list)
    skipped: list[SkippedCheck] = field(default_factory=list)
    _found: dict[str, Finding] = field(
        default_factory=lambda: {kind: Finding(kind) for kind in (*_KINDS, CHECK)}
    )

    def measure(self, record: SampleRecord, path: Path, tick: Tick) -> None:
        """Measure one table.

        Raises:
            Unreadable: when it cannot be read.
        """
        try:
            cells = read_table(path.read_bytes(), record.name)
        except DataError as error:
            raise Unreadable(error.code, error.message) from error
        columns = {name: described(name, of_column) for name, of_column in cells.items()}
        target = self.target if self.target in columns else list(columns)[-1]
        for column in columns.values():
            self._evaluate(record.id, column)
        self._find_leaks(record.id, columns, columns[target])
        self._find_repeats(record.id, cells)
        self._draw(columns, columns[target], cells[target])
        self._find_issues(record.id, columns, columns[target], cells[target], tick)

    def findings(self) -> Iterator[Finding]:
        """Yield what was found, the gravest first."""
        for kind, found in self._found.items():
            if kind.startswith("column"):
                found.samples.sort(key=lambda one: -one.score)
                names = [str(one.params["column"]) for one in found.samples]
                found.params |= {"columns": ", ".join(names[:10]), "num_columns": len(names)}
            yield found

    def _add(self, kind: str, sample_id: str, score: float, **params: Param) -> None:
        self._found[kind].samples.append(
            FoundSample(finding=kind, sample_id=sample_id, score=round(score, 4), params=params)
        )

    def _evaluate(self, sample_id: str, column: _Column) -> None:
        missing = column.missing_share
        if missing >= self.thresholds.missing_share:
            self._add(
                "column_missing", sample_id, missing, column=column.name, share=round(missing, 4)
            )
        if column.num_codes < 2:
            self._add("column_constant", sample_id, 1.0, column=column.name)
        rarer = min(column.number_share, 1 - column.number_share)
        if rarer >= self.thresholds.mixed_share:
            self._add("column_mixed", sample_id, rarer, column=column.name, share=round(rarer, 4))

    def _find_leaks(self, sample_id: str, columns: Mapping[str, _Column], target: _Column) -> None:
        if target.num_codes < 2:
            return
        self._found["column_leaks"].params["target"] = target.name
        for column in columns.values():
            if column.name == target.name or column.num_codes < 2:
                continue
            accuracy, gain = _leak(column, target)
            if accuracy >= self.thresholds.leak_accuracy and gain >= self.thresholds.leak_gain:
                self._add(
                    "column_leaks",
                    sample_id,
                    accuracy,
                    column=column.name,
                    accuracy=round(accuracy, 4),
                )

    def _find_repeats(self, sample_id: str, cells: Mapping[str, Sequence[Cell]]) -> None:
        rows = Counter(hash(row) for row in zip(*cells.values(), strict=True))
        num = sum(times - 1 for times in rows.values())
        if num:
            found = self._found["rows_repeated"]
            found.samples.append(
                FoundSample(finding=found.kind, sample_id=sample_id, score=num, params={})
            )
            found.params["num_rows"] = int(found.params.get("num_rows") or 0) + num

    def _draw(self, columns: Mapping[str, _Column], target: _Column, cells: Sequence[Cell]) -> None:
        missing = sorted(
            (column for column in columns.values() if column.missing_share > 0),
            key=lambda column: -column.missing_share,
        )[:_MAX_SHOWN]
        if missing:
            self.charts.append(
                Bars(
                    name="missing_percent",
                    labels=tuple(column.name for column in missing),
                    counts=tuple(round(100 * column.missing_share) for column in missing),
                )
            )
        if not target.is_number or target.num_codes <= _MAX_SHOWN:
            counts = Counter(_texts(cells)).most_common(_MAX_SHOWN)
            self.charts.append(
                Bars(
                    name="labels",
                    labels=tuple(str(name) for name, _ in counts),
                    counts=tuple(num for _, num in counts),
                )
            )

    def _find_issues(
        self,
        sample_id: str,
        columns: Mapping[str, _Column],
        target: _Column,
        cells: Sequence[Cell],
        tick: Tick,
    ) -> None:
        """Doubt the answers of rows by a model of the other columns."""
        limits = self.thresholds
        rows = np.flatnonzero(target.codes >= 0)
        counts = np.bincount(target.codes[rows]) if len(rows) else np.zeros(0, dtype=np.int64)
        rows = rows[counts[target.codes[rows]] >= limits.folds]
        names, codes = np.unique(target.codes[rows], return_inverse=True)
        if (target.is_number and len(names) > 2) or not 2 <= len(names) <= _MAX_CLASSES:
            self.skipped.append(SkippedCheck(check=CHECK, reason="no_classes"))
            return
        if len(rows) > limits.max_judged:
            chosen = np.random.default_rng(self.seed).permutation(len(rows))[: limits.max_judged]
            chosen.sort()
            rows, codes = rows[chosen], codes[chosen]
        features = _one_hot([one for one in columns.values() if one.name != target.name], rows)
        matrix, model = prepared(list(features))
        predictions = cross_validated(matrix, codes, model, limits.folds, self.seed, tick)
        params: dict[str, Param] = {
            "accuracy": round(predictions.accuracy, 4),
            "num_decided": len(rows),
            "target": target.name,
        }
        if predictions.accuracy < limits.least_accuracy:
            self.skipped.append(SkippedCheck(check=CHECK, reason="model_unsure", params=params))
            return
        issues = find_label_issues(
            codes, predictions.probabilities, least_confidence=limits.least_confidence
        )
        texts = list(_texts(cells))
        examples = {int(codes[place]): texts[rows[place]] for place in range(len(rows))}
        for place, suggested, confidence in zip(
            issues.places, issues.suggested, issues.confidence, strict=True
        ):
            self._add(
                CHECK,
                sample_id,
                float(confidence),
                row=int(rows[place]) + 1,
                given=texts[rows[place]],
                suggested=examples[int(suggested)],
                confidence=round(float(confidence), 4),
            )
        found = self._found[CHECK]
        found.params |= {**params, "num_rows": len(found.samples)}


def described(name: str, cells: Sequence[Cell]) -> _Column:
    """Tell what a column holds."""
    texts = list(_texts(cells))
    present = sum(text is not None for text in texts)
    by_text = {text: number_of(text, MISSING_TEXTS) for text in set(texts) if text is not None}
    numbers = np.array([by_text[text] if text is not None else np.nan for text in texts])
    num_numbers = int((~np.isnan(numbers)).sum())
    is_number = present > 0 and num_numbers >= CLEAR_SHARE * present
    if is_number:
        known = np.unique(numbers[~np.isnan(numbers)])
        edges = known
        if len(known) > _QUANTILES:
            edges = np.unique(np.nanquantile(numbers, np.linspace(0, 1, _QUANTILES + 1)))
        codes = np.searchsorted(edges, numbers, side="right") - 1
        codes[np.isnan(numbers)] = -1
        num_codes = len(known)
    else:
        places = {text: place for place, text in enumerate(sorted(by_text))}
        codes = np.array([places[text] if text is not None else -1 for text in texts])
        num_codes = len(places)
    return _Column(
        name=name,
        is_number=is_number,
        numbers=numbers,
        codes=codes.astype(np.int64),
        num_codes=num_codes,
        missing_share=1 - present / len(cells) if len(cells) else 0.0,
        number_share=num_numbers / present if present else 0.0,
    )


def _texts(cells: Sequence[Cell]) -> Iterator[str | None]:
    return (category_of(cell, MISSING_TEXTS) for cell in cells)


def _leak(column: _Column, target: _Column) -> tuple[float, float]:
    """Return how well a column alone tells the target, and how much of what else is got wrong.

    Each half of the rows is told by what its codes meant in the other half, so that a column with
    another value in each row tells nothing. For numbers, the first is the share of variance that
    is explained.
    """
    step = max(1, len(target.codes) // _MAX_ROWS)
    rows = np.flatnonzero(target.codes >= 0)[::step]
    halves = (rows[::2], rows[1::2])
    if not all(map(len, halves)):
        return 0.0, 0.0
    as_number = target.is_number and target.num_codes > 2
    right, usual, total = 0.0, 0.0, 0.0
    for train, held in (halves, halves[::-1]):
        # That a cell is missing may tell the target, so it is a code too.
        codes = column.codes + 1
        size = int(codes.max()) + 1
        if as_number:
            errors, spread = _squares(codes, target.numbers, size, train, held)
            right, usual, total = right + spread - errors, 0.0, total + spread
        else:
            majority = _majority(codes, target.codes, size, train)
            most = np.bincount(target.codes[train]).argmax()
            right += float((majority[codes[held]] == target.codes[held]).sum())
            usual += float((target.codes[held] == most).sum())
            total += len(held)
    accuracy = right / total if total else 0.0
    base = usual / total if total else 0.0
    return accuracy, (accuracy - base) / (1 - base) if base < 1 else 0.0


def _majority(
    codes: NDArray[np.int64], majority: NDArray[np.int64], size: int, rows: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the most frequent answer to each code (C,); an unseen one has that of all rows."""
    num = int(majority.max()) + 1
    pairs, counts = np.unique(codes[rows] * num + majority[rows], return_counts=True)
    # Written in rising order, so that the most frequent answer of a code stays.
    order = np.argsort(counts, kind="stable")
    found = np.full(size, np.bincount(majority[rows]).argmax())
    found[pairs[order] // num] = pairs[order] % num
    return found


def _squares(
    codes: NDArray[np.int64],
    values: NDArray[np.float64],
    size: int,
    train: NDArray[np.int64],
    held: NDArray[np.int64],
) -> tuple[float, float]:
    """Return the squared errors of telling values by the mean of their code, and by the mean."""
    sums = np.bincount(codes[train], values[train], minlength=size)
    nums = np.bincount(codes[train], minlength=size)
    mean = float(values[train].mean())
    means = np.where(nums > 0, sums / np.maximum(nums, 1), mean)
    errors = float(((values[held] - means[codes[held]]) ** 2).sum())
    return errors, float(((values[held] - mean) ** 2).sum())


def _one_hot(columns: Sequence[_Column], rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return features of rows: numbers with a mark where they are missing, categories one by one.

    Of a category the 30 most frequent values have a feature; a column of mostly different texts
    has none.
    """
    parts: list[NDArray[np.float32]] = [np.zeros((len(rows), 0), dtype=np.float32)]
    for column in columns:
        codes = column.codes[rows]
        if column.is_number:
            values = column.numbers[rows]
            missing = np.isnan(values)
            middle = float(np.nanmedian(values)) if not missing.all() else 0.0
            filled = np.where(missing, middle, values)
            # Money and counts have long tails, which a linear model cannot follow.
            curved = np.sign(filled) * np.log1p(np.abs(filled))
            parts.append(np.stack([filled, curved, missing], axis=1).astype(np.float32))
        elif column.num_codes <= max(_MAX_ONE_HOT, len(rows) // 10):
            counts = np.bincount(codes + 1, minlength=column.num_codes + 1)
            frequent = np.argsort(-counts, kind="stable")[:_MAX_ONE_HOT] - 1
            parts.append((codes[:, None] == frequent[None, :]).astype(np.float32))
    return np.concatenate(parts, axis=1)
