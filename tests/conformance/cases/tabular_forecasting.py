"""Daily series with a weekly season, gaps and a trend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.tables import series_spec, write_series


def _groups(root: Path) -> dict[str, Any]:
    options = {
        "targets": ["sales"],
        "covariates": ["warmth"],
        "group_column": "shop",
        "max_trees": 60,
    }
    return series_spec(write_series(root / "data" / "days.csv", 240), options=options)


def _several_targets(root: Path) -> dict[str, Any]:
    table = write_series(root / "data" / "days.csv", 200, num_series=1)
    options = {"targets": ["sales", "warmth"], "horizon": 5}
    return series_spec(table, options=options, backbone="linear")


def _not_a_time(root: Path) -> tuple[dict[str, object], str]:
    table = root / "odd.csv"
    table.write_text(
        "day,shop,sales,warmth\n"
        + "".join(f"2024-01-{1 + day % 28:02d},a,{day},1\n" for day in range(200))
        + "yesterday,a,1,1\n"
    )
    return {"kind": "files", "format": "table", "root": str(table)}, "time_unreadable"


def _too_short(root: Path) -> tuple[dict[str, object], str]:
    table = root / "short.csv"
    table.write_text("day,sales,warmth\n2024-01-01,1,1\n2024-01-02,2,1\n")
    return {"kind": "files", "format": "table", "root": str(table)}, "series_short"


CASES = (
    Case(
        task="tabular.forecasting",
        name="groups",
        document=_groups,
        gate=1.0,
        quick={"max_trees": 10},
        refused=_not_a_time,
        backbone_options=None,
    ),
    Case(
        task="tabular.forecasting",
        name="several-targets",
        document=_several_targets,
        gate=1.0,
        quick={"max_trees": 10},
        refused=_too_short,
        backbone_options=None,
    ),
)
