"""AutoGluon on given folds. Run by the Python of its own environment: ``… PLAN WORK``.

Reads the plan that ``automl_tables.write_plan`` wrote and prints one line of JSON a fold: the
metric on the held-out rows, the seconds of training, and which models took part. Imports nothing
of ours: that environment has other versions of everything.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pandas
from autogluon.tabular import TabularPredictor
from sklearn.metrics import log_loss, mean_squared_error, roc_auc_score

METRICS = {"auc": "roc_auc", "log_loss": "log_loss", "rmse": "root_mean_squared_error"}
PROBLEMS = {"binary": "binary", "multi_class": "multiclass", "regression": "regression"}


def main(plan_file: str, work: str) -> None:
    """Train on each fold of the plan within its minutes, and evaluate on the held-out rows."""
    plan = json.loads(Path(plan_file).read_text())
    for number, fold in enumerate(plan["folds"]):
        train, test = pandas.read_csv(fold["train"]), pandas.read_csv(fold["test"])
        predictor = TabularPredictor(
            label=fold["target"],
            problem_type=PROBLEMS[fold["problem"]],
            eval_metric=METRICS[fold["metric"]],
            path=str(Path(work) / str(number)),
            verbosity=0,
        )
        began = time.perf_counter()
        predictor.fit(
            train,
            presets="medium_quality",
            time_limit=60 * plan["minutes"],
            num_cpus=plan["threads"],
            num_gpus=0,
        )
        seconds = time.perf_counter() - began
        said = {
            "name": fold["name"],
            "value": evaluate(predictor, fold, test),
            "seconds": round(seconds, 1),
            "models": predictor.model_names(),
        }
        print(json.dumps(said), flush=True)


def evaluate(predictor: TabularPredictor, fold: dict[str, str], test: pandas.DataFrame) -> float:
    """Return the metric of the fold on its held-out rows."""
    truth = test[fold["target"]]
    if fold["metric"] == "rmse":
        return float(mean_squared_error(truth, predictor.predict(test)) ** 0.5)
    probabilities = predictor.predict_proba(test)
    if fold["metric"] == "auc":
        positive = predictor.positive_class
        return float(roc_auc_score(truth == positive, probabilities[positive]))
    return float(log_loss(truth, probabilities, labels=list(probabilities.columns)))


if __name__ == "__main__":
    main(*sys.argv[1:])
