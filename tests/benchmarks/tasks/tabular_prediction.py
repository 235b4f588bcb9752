"""``tabular.prediction`` on census income (AUC) and abalone (RMSE), 5 outer folds each.

Each outer fold is one run of the engine that never sees the fold: it divides the other rows into
folds of its own to choose and weigh candidates. The peer is LightGBM with its defaults on the same
outer folds; what the linear baseline of the report explains is a bar of its own. ``quick`` runs
one outer fold.
"""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from statistics import fmean

import numpy as np

from tests.benchmarks.tasks.measuring import Measurement, Run, measurement, shared_data, train

BACKBONE = "ensemble_large"
NUM_FOLDS = 5
TABLES = {
    "census_income": ("income", "auc", 0.926, "accuracy"),
    "abalone": ("rings", "rmse", 2.12, "mae"),
}


def run(quick: bool) -> list[Measurement]:
    """Measure both tables."""
    measured = []
    for name, (target, metric, bar, primary_metric) in TABLES.items():
        with tempfile.TemporaryDirectory() as folder:
            runs, plain = _folds(name, target, Path(folder), 1 if quick else NUM_FOLDS)
        linear = fmean(one.baseline for one in runs)
        measured += [
            measurement(name, metric, runs, bar=bar, peer=("LightGBM", fmean(plain))),
            measurement(name, primary_metric, runs, bar=linear, peer=("linear", linear)),
        ]
    return measured


def _folds(name: str, target: str, folder: Path, count: int) -> tuple[list[Run], list[float]]:
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
        document = {
            "task": "tabular.prediction",
            "backbone": BACKBONE,
            "data": {"kind": "files", "format": "table", "root": str(table)},
            "options": {"target": target, "split_column": "part"},
        }
        runs.append(train(document))
        peer.append(_plain_lightgbm(rows, target, held_out))
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
