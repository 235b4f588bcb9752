"""Rows of a table as samples: what is asked of them, what is known, and how they are encoded."""

# R rows, N numbers, C categories

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
from easel.runtime import Example
from easel.runtime.table import ColumnEncoder, RowsContext
from easel.runtime.table.cells import Cell, category_of, number_of
from easel.runtime.table.input import tensors_of

from engine.data.lazy_records import LazyRecords
from engine.data.tabular.encoded_table import Encoded, Floats, Problem, Question
from engine.data.tabular.schema import MISSING_TEXTS, Schema
from engine.data.tabular.tables import Frame
from engine.specs.data import SampleRecord, Split
from engine.specs.package.inputs import TimeFormat
from engine.specs.package.ops.table import EncodeColumnsOp
from engine.validation.checks import Finding

CLASS_SHARES = "class_shares"
"""Statistic of splits: what a constant guess says of the classes."""


@dataclass(frozen=True)
class TableMeaning:
    """What the training rows say about the columns.

    Attributes:
        target: the column that is predicted.
        problem: how.
        labels: names of the classes in the order of their indices; empty for values.
        mean: of a value, and ``deviation``: networks learn (value - mean) / deviation.
        schema: the features.
        op: how they are encoded.
        findings: what was said of the target, of rows without one, and of rows that do not fit.
        decide_by: what the threshold between two classes serves.
    """

    target: str
    problem: Problem
    labels: tuple[str, ...]
    mean: float
    deviation: float
    schema: Schema
    op: EncodeColumnsOp
    findings: tuple[Finding, ...] = ()
    decide_by: Literal["auto", "accuracy", "f1"] = "auto"

    def encoder(self) -> ColumnEncoder:
        """Return the compiled op, as the package will have it."""
        columns = [column.model_dump(mode="json") for column in self.schema.columns]
        return ColumnEncoder(columns, self.op.model_dump(mode="json"))

    def question(self, class_weights: tuple[float, ...]) -> Question:
        """Return what is asked of learners."""
        codes = tuple(
            len(column.categories) + 2
            for column in self.schema.columns
            if column.kind == "category"
        )
        return Question(self.problem, len(self.labels), codes, class_weights)

    def targets(self, cells: Sequence[Cell]) -> Floats:
        """Return class indices or scaled values (R,); every cell must be one."""
        if self.problem == "regression":
            values = np.array([number_of(cell, MISSING_TEXTS) for cell in cells])
            return (values - self.mean) / self.deviation
        places = {name: float(index) for index, name in enumerate(self.labels)}
        return np.array([places[str(category_of(cell, MISSING_TEXTS))] for cell in cells])

    def features(self) -> tuple[tuple[str, str | None], ...]:
        """Return the column of each feature, and of times the part, in the order of the tensors."""
        encoder = self.encoder()
        return (
            *((name, None) for name in encoder.numbers),
            *((name, part) for name in encoder.times for part in self.op.parts),
            *((name, None) for name in encoder.categories),
        )

    def time_format(self, name: str) -> TimeFormat | None:
        """Return how the cells of a column of times are written."""
        for column in self.schema.columns:
            if column.name == name and column.kind == "time":
                return column.format
        return None

    def feature_names(self) -> tuple[str, ...]:
        """Return the name of each feature, such as ``price`` or ``date · weekday``."""
        return tuple(name if part is None else f"{name} · {part}" for name, part in self.features())


class TableDataset:
    """The rows of one split, encoded when it is opened.

    Attributes:
        frame: the rows as they were read.
        encoded: the same as tensors.
        targets: (R,) class indices or scaled values.
    """

    def __init__(self, frame: Frame, meaning: TableMeaning, split: Split) -> None:
        self.frame = frame
        self.meaning = meaning
        self.split = split
        names = [column.name for column in meaning.schema.columns]
        self._features = Frame({name: frame.columns[name] for name in names}, frame.places)
        numbers, categories = meaning.encoder()(_Rows(self._features))
        self.encoded = Encoded(numbers, categories)
        self.targets = meaning.targets(frame.columns[meaning.target])
        self.records: Sequence[SampleRecord] = LazyRecords(len(frame), self._record)

    def __len__(self) -> int:
        return len(self.frame)

    def statistics(self) -> dict[str, tuple[float, ...]]:
        """Return the shares of the classes of these rows; values have none."""
        num_classes = len(self.meaning.labels)
        if not num_classes:
            return {}
        shares = np.bincount(self.targets.astype(np.int64), minlength=num_classes) / len(self)
        return {CLASS_SHARES: tuple(shares.tolist())}

    @property
    def memory_bytes(self) -> int:
        """Return 0: there is nothing left to load."""
        return 0

    @property
    def is_loaded(self) -> bool:
        """Return true: rows are encoded when the dataset is opened."""
        return True

    def load(self) -> Iterator[int]:
        """Do nothing."""
        return iter(())

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return rows as the runtime prepares them."""
        return [self._example(index) for index in indices]

    def source(self, index: int) -> dict[str, Any]:
        """Return a row as it is sent to a model."""
        return {name: _json(cells[index]) for name, cells in self._features.columns.items()}

    def _record(self, index: int) -> SampleRecord:
        place = self.frame.places[index]
        target = float(self.targets[index])
        meaning = self.meaning
        is_value = meaning.problem == "regression"
        return SampleRecord(
            id=place,
            file=place.rpartition(":")[0],
            name=place,
            sha256="",
            split=self.split,
            labels=() if is_value else (meaning.labels[int(target)],),
            value=target * meaning.deviation + meaning.mean if is_value else None,
        )

    def _example(self, index: int) -> Example:
        at = slice(index, index + 1)
        tensors = tensors_of(self.encoded.numbers[at], self.encoded.categories[at])
        return Example(tensors, RowsContext((self.source(index),), ((),)))


class _Rows(Sequence[Mapping[str, Cell]]):
    """The rows of a frame, made when they are asked for."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def __len__(self) -> int:
        return len(self._frame)

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Cell]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Mapping[str, Cell]]: ...

    def __getitem__(self, index: int | slice) -> Mapping[str, Cell] | Sequence[Mapping[str, Cell]]:
        if isinstance(index, slice):
            return self._frame.rows(range(*index.indices(len(self))))
        if index >= len(self):
            raise IndexError(index)
        return {name: cells[index] for name, cells in self._frame.columns.items()}


def _json(cell: Cell) -> str | int | float | bool | None:
    """Return a cell as JSON holds it; a date becomes the text it is read from."""
    if cell is None or isinstance(cell, (str, int, float)):
        return cell
    return cell.isoformat()
