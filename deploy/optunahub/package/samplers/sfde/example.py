"""Eight trials side by side on a space of numbers and choices."""

from __future__ import annotations

import math

import optuna
import optunahub
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

SPACE = {
    "rate": FloatDistribution(1e-5, 1e-1, log=True),
    "depth": IntDistribution(1, 12),
    "dropout": FloatDistribution(0.0, 0.8),
    "activation": CategoricalDistribution(("relu", "tanh", "gelu")),
}
WIDTH = 8
ROUNDS = 6


def objective(trial: optuna.Trial) -> float:
    rate = trial.suggest_float("rate", 1e-5, 1e-1, log=True)
    depth = trial.suggest_int("depth", 1, 12)
    dropout = trial.suggest_float("dropout", 0.0, 0.8)
    activation = trial.suggest_categorical("activation", ("relu", "tanh", "gelu"))
    loss = (math.log10(rate) + 3) ** 2 + (depth - 5) ** 2 / 9 + (dropout - 0.2) ** 2
    return loss + {"relu": 0.1, "tanh": 0.4, "gelu": 0.0}[activation]


def search() -> optuna.Study:
    module = optunahub.load_module("samplers/sfde")
    sampler = module.SfdeSampler(SPACE, seed=0, num_parallel=WIDTH)
    study = optuna.create_study(sampler=sampler)
    for _ in range(ROUNDS):
        trials = [study.ask() for _ in range(WIDTH)]
        for trial in trials:
            study.tell(trial, objective(trial))
    return study


if __name__ == "__main__":
    found = search()
    print(found.best_value, found.best_params)
