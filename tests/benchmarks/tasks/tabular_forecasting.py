"""``tabular.forecasting`` on four real sets, over rolling origins, beside seasonal naive forecasts.

ETTh1 follows the published protocol: 12, 4 and 4 months of 30 days, all seven columns, 96 hours
ahead from 336, mean squared error in training deviations over every test window. The others are
held to a MASE below that of the seasonal naive forecast.
"""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.measuring import Measurement, Run, measurement, shared_data, train

BACKBONE = "ensemble"
ETT_HOURS, ETT_BAR = 14_400, 0.386
SETS = ("etth1", "airline", "temperatures", "beijing")


def run(quick: bool) -> list[Measurement]:
    """Measure all sets; ``quick`` leaves out the two long ones."""
    measured = []
    for name in SETS[1:3] if quick else SETS:
        with tempfile.TemporaryDirectory() as folder:
            measured += _measurements(name, train(_document(name, Path(folder))))
    return measured


def _measurements(name: str, done: Run) -> list[Measurement]:
    peer = ("seasonal naive", done.baseline)
    beside = measurement(name, "mase", [done], bar=done.baseline, peer=peer)
    if name != "etth1":
        return [beside]
    return [measurement(name, "mse_scaled", [done], bar=ETT_BAR), beside]


def _document(name: str, folder: Path) -> dict[str, Any]:
    shares = {"validation_share": 0.2, "test_share": 0.2}
    options: dict[str, Any] = {}
    if name == "etth1":
        source = shared_data("electricity_transformer", "ETTh1.csv")
        table = folder / "etth1.csv"
        lines = source.read_text().splitlines()[: ETT_HOURS + 1]
        table.write_text("\n".join(lines) + "\n")
        options = {"horizon": 96, "lookback": 336}
    elif name == "beijing":
        table = _beijing(folder)
        options = {"targets": ["pm2.5"], "covariates": ["TEMP", "PRES", "DEWP"], "horizon": 24}
    else:
        files = {"airline": "airline_passengers", "temperatures": "daily_min_temperatures"}
        table = shared_data("time_series", f"{files[name]}.csv")
        options = {"horizon": 12 if name == "airline" else 14}
    return {
        "task": "tabular.forecasting",
        "backbone": BACKBONE,
        "data": {"kind": "files", "format": "table", "root": str(table), **shares},
        "options": options,
    }


def _beijing(folder: Path) -> Path:
    """Put year, month, day and hour into one column."""
    table = folder / "beijing.csv"
    with (
        shared_data("time_series", "beijing_pm25_hourly.csv").open(newline="") as source,
        table.open("w", newline="") as target,
    ):
        names = ("pm2.5", "TEMP", "PRES", "DEWP")
        writer = csv.writer(target)
        writer.writerow(["time", *names])
        for row in csv.DictReader(source):
            moment = f"{row['year']}-{int(row['month']):02d}-{int(row['day']):02d}"
            writer.writerow(
                [f"{moment} {int(row['hour']):02d}:00:00", *(row[name] for name in names)]
            )
    return table
