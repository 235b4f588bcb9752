"""``tabular.forecasting`` on four real sets, over rolling origins, beside the seasonal naive forecast.

ETTh1 follows the published protocol: 12, 4 and 4 months of 30 days, all seven columns, 96 hours
ahead from 336, mean squared error in training deviations over every test window. The others are
held to a MASE below that of the seasonal naive forecast.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.engine_run import Run, shared_data, train

ETT_HOURS, ETT_BAR = 14_400, 0.386
SETS = ("etth1", "airline", "temperatures", "beijing")


def run(quick: bool, backbone: str = "ensemble", names: tuple[str, ...] = ()) -> dict[str, float]:
    """Measure all sets; ``quick`` leaves out the two long ones."""
    figures: dict[str, float] = {}
    for name in names or (SETS[1:3] if quick else SETS):
        with tempfile.TemporaryDirectory() as folder:
            done = train(_document(name, Path(folder), backbone), Path(folder) / "work")
            figures |= _figures(name, done)
    return figures


def _figures(name: str, done: Run) -> dict[str, float]:
    assert done.report.baseline is not None
    figures = {
        f"{name}_mase": done.metric("mase"),
        f"{name}_seasonal_naive_mase": done.report.baseline.value,
        f"{name}_coverage": done.metric("coverage"),
        f"{name}_windows": float(done.report.num_samples),
        f"{name}_seconds": done.seconds,
        f"{name}_peak_megabytes": done.peak_megabytes,
        f"{name}_package_megabytes": done.package_megabytes,
        f"{name}_latency_p50_ms": done.report.runtime.latency_p50_ms,
    }
    if name == "etth1":
        figures |= {"etth1_mse_scaled": done.metric("mse_scaled"), "etth1_bar": ETT_BAR}
    return figures


def _document(name: str, folder: Path, backbone: str) -> dict[str, Any]:
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
        "run_id": name,
        "task": "tabular.forecasting",
        "backbone": backbone,
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--backbone", default="ensemble")
    parser.add_argument("--set", action="append", choices=SETS, default=[])
    options = parser.parse_args()
    print(json.dumps(run(options.quick, options.backbone, tuple(options.set)), indent=1))
