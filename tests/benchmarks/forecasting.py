"""ETTh1 at the four usual horizons beside the published tables of DLinear and PatchTST.

The published protocol, multivariate to multivariate: all seven columns are looked at and forecast;
12, 4 and 4 months of 30 days for training, validation and test; squared errors in deviations of the
training points, mean over columns, steps and every test window (one step apart). Models are chosen
and weighed on the validation months alone and are not fitted again on them. The windows of 336
points are those of the published tables. The figure is that of the exported package.

Each horizon is held to the best of the published figures; 2 % are allowed for the best preset.
``--quick`` trains the linear preset in place of the ensemble, whose maps are the same.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.tasks.measuring import shared_data, train

HOURS, LOOKBACK, THREADS = 14_400, 336, 1
PRESETS, QUICK_PRESETS = ("ensemble",), ("linear",)
ALLOWED = 1.02
PUBLISHED: Mapping[str, Mapping[int, float]] = {
    # Zeng et al., Are Transformers Effective for Time Series Forecasting?, AAAI 2023, table 2.
    "dlinear": {96: 0.375, 192: 0.405, 336: 0.439, 720: 0.472},
    # Nie et al., A Time Series is Worth 64 Words, ICLR 2023, table 3.
    "patchtst_64": {96: 0.370, 192: 0.413, 336: 0.422, 720: 0.447},
    "patchtst_42": {96: 0.375, 192: 0.414, 336: 0.431, 720: 0.449},
}
HORIZONS = tuple(PUBLISHED["dlinear"])


def run(*, quick: bool) -> Mapping[str, float]:
    """Return the squared error of each preset and horizon, and how the best compares."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="forecasting-") as folder:
        table = _table(Path(folder))
        for horizon in HORIZONS:
            found = {}
            for preset in QUICK_PRESETS if quick else PRESETS:
                done = train(_document(table, horizon, preset), threads=THREADS)
                found[preset] = done.number("mse_scaled")
                mark = f"h{horizon}_{preset}"
                figures |= {f"{mark}_mse": found[preset], f"{mark}_seconds": done.seconds}
                print(f"  {mark:<32} {found[preset]:.4f}", flush=True)
            published = min(table[horizon] for table in PUBLISHED.values())
            figures[f"h{horizon}_published_mse"] = published
            figures[f"h{horizon}_times_published"] = min(found.values()) / published
    figures["horizons_within_2_percent"] = sum(
        figures[f"h{horizon}_times_published"] <= ALLOWED for horizon in HORIZONS
    )
    return figures


def _table(folder: Path) -> Path:
    lines = shared_data("electricity_transformer", "ETTh1.csv").read_text().splitlines()
    table = folder / "etth1.csv"
    table.write_text("\n".join(lines[: HOURS + 1]) + "\n")
    return table


def _document(table: Path, horizon: int, preset: str) -> dict[str, object]:
    return {
        "task": "tabular.forecasting",
        "backbone": preset,
        "data": {
            "kind": "files",
            "format": "table",
            "root": str(table),
            "validation_share": 0.2,
            "test_share": 0.2,
        },
        "options": {
            "horizon": horizon,
            "lookback": LOOKBACK,
            # All columns of numbers are forecast, as they are in what was published.
            "accepted": ["series_guessed"],
        },
    }
