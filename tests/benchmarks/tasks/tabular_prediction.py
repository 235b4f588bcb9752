"""``tabular.prediction`` on census income (AUC) and abalone (RMSE), 5 outer folds each.

Each outer fold is one run of the engine that never sees the fold: it divides the other rows into
folds of its own to choose and weigh candidates. The peer is LightGBM with its defaults on the same
outer folds. ``quick`` runs one outer fold.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.tasks.engine_run import Run, shared_data, train

NUM_FOLDS = 5
TABLES = {
    "census_income": ("income", "auc", 0.926),
    "abalone": ("rings", "rmse", 2.12),
}


def run(
    quick: bool, backbone: str = "ensemble_large", names: tuple[str, ...] = ()
) -> dict[str, float]:
    """Measure both tables.

    Returns:
        By table: the mean metric of the outer folds and its deviation, the share that
        the linear baseline explains, the metric of plain LightGBM, the bar, and what a run took.
    """
    figures: dict[str, float] = {}
    for name in names or TABLES:
        target, metric, bar = TABLES[name]
        with tempfile.TemporaryDirectory() as folder:
            runs, peer = _folds(name, target, Path(folder), backbone, 1 if quick else NUM_FOLDS)
            values = [one.metric(metric) for one in runs]
            baselines = [one.report.baseline.value for one in runs if one.report.baseline]
            figures |= {
                f"{name}_{metric}": float(np.mean(values)),
                f"{name}_explained": float(np.mean([one.metric("explained") for one in runs])),
                f"{name}_deviation": float(np.std(values)),
                f"{name}_linear_explained": float(np.mean(baselines)),
                f"{name}_plain_lightgbm": float(np.mean(peer)),
                f"{name}_bar": bar,
                f"{name}_seconds": float(np.mean([one.seconds for one in runs])),
                f"{name}_peak_megabytes": max(one.peak_megabytes for one in runs),
                f"{name}_package_megabytes": float(np.mean([o.package_megabytes for o in runs])),
                f"{name}_latency_p50_ms": float(
                    np.median([one.report.runtime.latency_p50_ms for one in runs])
                ),
            }
    return figures


def _folds(
    name: str, target: str, folder: Path, backbone: str, count: int
) -> tuple[list[Run], list[float]]:
    with shared_data("tabular", f"{name}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    runs, peer = [], []
    for number, held_out in enumerate(_outer_folds(rows, target)[:count]):
        table = folder / f"fold{number}" / f"{name}.csv"
        table.parent.mkdir()
        with table.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*rows[0], "part"])
            for index, row in enumerate(rows):
                writer.writerow([*row.values(), "test" if index in held_out else "train"])
        document: dict[str, Any] = {
            "run_id": f"{name}-{number}",
            "task": "tabular.prediction",
            "backbone": backbone,
            "data": {"kind": "files", "format": "table", "root": str(table)},
            "options": {"target": target, "split_column": "part"},
        }
        runs.append(train(document, folder / f"work{number}"))
        peer.append(_plain_lightgbm(rows, target, held_out))
        reached = runs[-1].metric(TABLES[name][1])
        print(
            f"  {name} fold {number}: {reached:.5f}, plain LightGBM {peer[-1]:.5f}, "
            f"{runs[-1].seconds:.0f} s",
            flush=True,
        )
    return runs, peer


def _outer_folds(rows: list[dict[str, str]], target: str) -> list[set[int]]:
    from sklearn.model_selection import KFold, StratifiedKFold

    truth = [row[target] for row in rows]
    if len(set(truth)) == 2:
        divider = StratifiedKFold(NUM_FOLDS, shuffle=True, random_state=0)
    else:
        divider = KFold(NUM_FOLDS, shuffle=True, random_state=0)
    return [set(test.tolist()) for _, test in divider.split(np.zeros((len(rows), 1)), truth)]


def _plain_lightgbm(rows: list[dict[str, str]], target: str, held_out: set[int]) -> float:
    """Return the metric of LightGBM as it comes, categories declared."""
    import lightgbm
    from sklearn.metrics import roc_auc_score

    names = [name for name in rows[0] if name != target]
    columns, categories = [], []
    for place, name in enumerate(names):
        cells = [row[name].strip() for row in rows]
        try:
            columns.append(np.array(cells, np.float64))
        except ValueError:
            columns.append(np.unique(cells, return_inverse=True)[1].astype(np.float64))
            categories.append(place)
    features = np.column_stack(columns)
    test = np.array(sorted(held_out))
    train_rows = np.setdiff1d(np.arange(len(rows)), test)
    truth = [row[target].strip() for row in rows]
    is_binary = len(set(truth)) == 2
    targets = (
        np.unique(truth, return_inverse=True)[1].astype(np.float64)
        if is_binary
        else np.array(truth, np.float64)
    )
    kind = lightgbm.LGBMClassifier if is_binary else lightgbm.LGBMRegressor
    model = kind(n_jobs=1, verbose=-1)
    model.fit(features[train_rows], targets[train_rows], categorical_feature=categories)
    if is_binary:
        return float(roc_auc_score(targets[test], model.predict_proba(features[test])[:, 1]))
    return float(np.sqrt(np.mean(np.square(model.predict(features[test]) - targets[test]))))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--backbone", default="ensemble_large")
    parser.add_argument("--table", action="append", choices=tuple(TABLES), default=[])
    options = parser.parse_args()
    print(json.dumps(run(options.quick, options.backbone, tuple(options.table)), indent=1))
