"""Rows of a table as a package takes them that was trained on another one."""

from __future__ import annotations

from easel.runtime.table.cells import Cell, category_of, number_of

from engine.catalog import TaskCard
from engine.data.tabular.dataset import TableDataset, TableMeaning
from engine.data.tabular.schema import MISSING_TEXTS, Schema
from engine.data.tabular.splits import read_frame
from engine.data.tabular.tables import Frame
from engine.errors import DataError
from engine.specs.data import DataSpec, Split
from engine.specs.package.inputs import TableInput
from engine.specs.package.manifest import Manifest
from engine.specs.package.ops.table import EncodeColumnsOp, RowsOp


def open_known_table(
    data: DataSpec, card: TaskCard, manifest: Manifest
) -> tuple[TableDataset, dict[str, str]]:
    """Read rows whose answer is known, with what a package says of their columns.

    Returns:
        The rows, and why others are left out, by their place.

    Raises:
        DataError: ``column_unknown`` when the table lacks a column of the package, ``no_samples``
            when no row has an answer that the package knows.
    """
    frame, _ = read_frame(data, card)
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
    left_out: dict[str, str] = {}
    for place, cell in zip(frame.places, frame.columns[meaning.target], strict=True):
        reason = _why_unusable(cell, meaning)
        if reason is not None:
            left_out[place] = reason
    kept = [index for index, place in enumerate(frame.places) if place not in left_out]
    if not kept:
        raise DataError(
            f"No row has an answer in '{meaning.target}' that the model knows. Check the column.",
            code="no_samples",
        )
    columns = Frame({name: frame.columns[name] for name in needed}, frame.places)
    return TableDataset(columns.take(kept), meaning, Split.TEST), left_out


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


def _why_unusable(cell: Cell, meaning: TableMeaning) -> str | None:
    if meaning.problem == "regression":
        return "It has no number to predict." if number_of(cell, MISSING_TEXTS) is None else None
    name = category_of(cell, MISSING_TEXTS)
    if name is None:
        return "It has no answer."
    return None if name in meaning.labels else f"The model has no label '{name}'."
