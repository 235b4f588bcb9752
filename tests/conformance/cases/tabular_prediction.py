"""Sizes and colours with missing cells, in CSV files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.tables import table_spec, write_table

OPTIONS = {"target": "answer", "folds": 3, "num_trials": 2, "max_trees": 60, "max_epochs": 6}


def _binary(root: Path) -> dict[str, Any]:
    table = write_table(root / "data" / "rows.csv", 500, "binary")
    return table_spec(table, options=OPTIONS)


def _multi_class(root: Path) -> dict[str, Any]:
    table = write_table(root / "data" / "rows.csv", 500, "multi_class")
    return table_spec(table, options=OPTIONS, backbone="lightgbm")


def _regression(root: Path) -> dict[str, Any]:
    table = write_table(root / "data" / "rows.csv", 500, "regression")
    return table_spec(table, options={**OPTIONS, "problem": "regression"})


def _one_class(root: Path) -> tuple[dict[str, object], str]:
    table = root / "same.csv"
    table.write_text("size,answer\n" + "".join(f"{size},yes\n" for size in range(30)))
    return {"kind": "files", "format": "table", "root": str(table)}, "target_constant"


def _ragged(root: Path) -> tuple[dict[str, object], str]:
    table = root / "ragged.csv"
    rows = "".join(f"{size},{'yes' if size % 2 else 'no'}\n" for size in range(30))
    table.write_text(f"size,answer\n{rows}2,no,maybe\n")
    return {"kind": "files", "format": "table", "root": str(table)}, "not_confirmed"


def _empty(root: Path) -> tuple[dict[str, object], str]:
    table = root / "empty.csv"
    table.write_text("size,answer\n")
    return {"kind": "files", "format": "table", "root": str(table)}, "table_empty"


CASES = (
    Case(
        task="tabular.prediction",
        name="binary",
        document=_binary,
        gate=0.8,
        quick={"max_trees": 20},
        refused=_one_class,
        backbone_options=None,
    ),
    Case(
        task="tabular.prediction",
        name="multi-class",
        document=_multi_class,
        gate=0.7,
        quick={"max_trees": 20},
        refused=_ragged,
        backbone_options=None,
    ),
    Case(
        task="tabular.prediction",
        name="regression",
        document=_regression,
        # The answers deviate by 204; guessing their mean is 168 off.
        gate=60.0,
        primary_metric="mae",
        quick={"max_trees": 20},
        refused=_empty,
        backbone_options=None,
    ),
)
