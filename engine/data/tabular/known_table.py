"""Rows of a table as a package takes them that was trained on another one."""

from __future__ import annotations

from easel.runtime.table.cells import category_of

from engine.catalog import TaskCard
from engine.data.tabular.dataset import TableDataset, TableMeaning
from engine.data.tabular.schema import MISSING_TEXTS, Schema
from engine.data.tabular.splits import completed_parts, divide, named_parts, read_frame
from engine.data.tabular.tables import Frame
from engine.data.tabular.target import target_statistics, usable_rows
from engine.errors import DataError
from engine.specs.data import DataSpec, Split
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.package.inputs import TableInput
from engine.specs.package.manifest import Manifest
from engine.specs.package.ops.table import EncodeColumnsOp, RowsOp


def open_known_table(
    data: DataSpec,
    card: TaskCard,
    manifest: Manifest,
    options: TabularPredictionOptions,
    split: Split | None = None,
) -> tuple[TableDataset, dict[str, str]]:
    """Read rows whose answer is known, with what a package says of their columns.

    Args:
        data: where the files are.
        card: of the task.
        manifest: of the package.
        options: of its training; they say how rows are divided.
        split: the only one whose rows count; ``None`` for all rows.

    Returns:
        The rows, and why others are left out, by their place.

    Raises:
        DataError: ``column_unknown`` when the table lacks a column of the package, ``no_samples``
            when no row has an answer that the package knows.
    """
    frame, named = read_frame(data, card)
    meaning = _meaning_of(manifest)
    needed = (meaning.target, *(column.name for column in meaning.schema.columns))
    for name in needed:
        if name not in frame.columns:
            raise DataError(
                f"The table has no column '{name}', which the model was trained with. It has: "
                f"{', '.join(frame.columns)}.",
                code="column_unknown",
                column=name,
            )
    cells = frame.columns[meaning.target]
    answered = usable_rows(cells, target_statistics(meaning.target, cells), meaning.problem)
    left_out = {frame.places[i]: "It has no value." for i in set(range(len(frame))) - {*answered}}
    rows = answered
    if split is not None:
        if named:
            parts = completed_parts(
                frame, named_parts(named, answered), meaning.target, meaning.problem, data
            )
        else:
            parts = divide(frame, answered, meaning.target, meaning.problem, data, options)
        rows = parts.get(split, [])
    if meaning.problem != "regression":
        answers = {i: str(category_of(cells[i], MISSING_TEXTS)) for i in rows}
        rows = [i for i in rows if answers[i] in meaning.labels]
        left_out |= {
            frame.places[i]: f"The model has no label '{answer}'."
            for i, answer in answers.items()
            if answer not in meaning.labels
        }
    if not rows:
        raise DataError(
            f"No row has a value in '{meaning.target}' that the model knows. Check the column.",
            code="no_samples",
        )
    columns = Frame({name: frame.columns[name] for name in needed}, frame.places)
    return TableDataset(columns.take(rows), meaning, split or Split.TEST), left_out


def _meaning_of(manifest: Manifest) -> TableMeaning:
    encoding, rows = manifest.preprocessing[0], manifest.postprocessing[0]
    assert isinstance(manifest.input, TableInput), "the package is one of tables"
    assert isinstance(encoding, EncodeColumnsOp), "the package is one of tables"
    assert isinstance(rows, RowsOp), "the package is one of tables"
    return TableMeaning(
        target=rows.target,
        problem=rows.problem,
        labels=tuple(label.name for label in manifest.labels),
        mean=rows.mean,
        deviation=rows.deviation,
        schema=Schema(manifest.input.columns),
        op=encoding,
    )
