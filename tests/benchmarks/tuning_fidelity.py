"""How many epochs early stopping saves: SFDE with asynchronous successive halving on lcbench.

Two searches with the same seeds, one trial after the other: one trains every network for all 52
epochs, the other stops at the rungs 3, 9 and 27 what is not among the best third there. The
figure is the share of the epochs that the first took to its best after which the second is as good.
Bar: a third. A search that is not there with the budget of the first counts with all of it, and
``share_of_runs_as_good`` is less than 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import optuna

from engine.specs.tuning.search_space import Value
from engine.tuning.algorithms.optuna_search import distribution, suggest
from engine.tuning.samplers.sfde import SfdeSampler
from engine.tuning.search_space import Cube, Floats
from tests.benchmarks.tuning.plan import LCBENCH_INSTANCES
from tests.benchmarks.tuning.surrogates import LCBENCH, Surrogate, surrogate
from tests.benchmarks.tuning.work import hpo_folder

_NUM_EPOCHS = 52
_NUM_TRIALS = 20
_NUM_BOOTSTRAPS = 2000


@dataclass(frozen=True)
class Trace:
    """What a search knew when.

    Attributes:
        epochs_N: spent after each trial, in all.
        best_N: the least loss of a whole training so far; infinite before the first.
    """

    epochs_N: Floats
    best_N: Floats

    def epochs_to(self, loss: float) -> float:
        """Return after how many epochs the best was no worse; infinite when it never was."""
        reached = np.flatnonzero(self.best_N <= loss)
        return float(self.epochs_N[reached[0]]) if len(reached) else float("inf")

    def best_after(self, epochs: float) -> float:
        """Return the best once so many epochs were spent."""
        known = self.best_N[self.epochs_N <= epochs]
        return float(known[-1]) if len(known) else float("inf")


def run(*, quick: bool) -> Mapping[str, float]:
    """Compare on the instances of the comparison of samplers."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    network = surrogate(hpo_folder(), LCBENCH.folder)
    instances, num_seeds = (LCBENCH_INSTANCES[:2], 2) if quick else (LCBENCH_INSTANCES, 5)
    budget = _NUM_EPOCHS * _NUM_TRIALS
    shares_IS = np.empty((len(instances), num_seeds))
    ahead_IS = np.empty_like(shares_IS)
    for place, instance in enumerate(instances):
        for seed in range(num_seeds):
            whole = _search(network, instance, seed, budget, optuna.pruners.NopPruner())
            wanted = float(whole.best_N[-1])
            stopped = _search(network, instance, seed, budget, _halving(), wanted)
            needed = min(stopped.epochs_to(wanted), budget)
            shares_IS[place, seed] = needed / whole.epochs_to(wanted)
            ahead_IS[place, seed] = stopped.best_after(budget) <= wanted
        print(f"  {instance}: {np.array2string(shares_IS[place], precision=2)}", flush=True)
    # By instance first: its seeds are no independent problems.
    shares_I = np.median(shares_IS, axis=1)
    low, high = _interval(shares_I)
    return {
        "num_instances": len(instances),
        "num_seeds": num_seeds,
        "budget_epochs": budget,
        "share_of_epochs": float(np.median(shares_I)),
        "share_of_epochs_low": low,
        "share_of_epochs_high": high,
        "share_of_runs_as_good": float(ahead_IS.mean()),
        "share_of_runs_within_a_third": float((shares_IS <= 1 / 3).mean()),
    }


def _halving() -> optuna.pruners.BasePruner:
    return optuna.pruners.SuccessiveHalvingPruner(min_resource=3, reduction_factor=3)


def _search(
    network: Surrogate,
    instance: str,
    seed: int,
    budget: int,
    pruner: optuna.pruners.BasePruner,
    wanted: float = -float("inf"),
) -> Trace:
    """Search until the epochs are spent, or the loss is as low as wanted."""
    cube = Cube(network.space())
    space = {axis.name: distribution(axis.range) for axis in cube.axes}
    study = optuna.create_study(sampler=SfdeSampler(space, seed=seed), pruner=pruner)
    spent, best = 0, float("inf")
    epochs, bests = [], []
    while spent < budget and best > wanted:
        trial = study.ask()
        curve = _curve(network, instance, suggest(cube, trial))
        for epoch, loss in enumerate(curve, 1):
            trial.report(loss, epoch)
            if epoch < _NUM_EPOCHS and trial.should_prune():
                study.tell(trial, state=optuna.trial.TrialState.PRUNED)
                spent += epoch
                break
        else:
            study.tell(trial, curve[-1])
            spent += _NUM_EPOCHS
            best = min(best, curve[-1])
        epochs.append(spent)
        bests.append(best)
    return Trace(np.array(epochs, float), np.array(bests))


def _curve(network: Surrogate, instance: str, settings: dict[str, Value]) -> list[float]:
    """Return the validation loss after each epoch."""
    return network.losses(
        instance, [{**settings, "epoch": epoch} for epoch in range(1, _NUM_EPOCHS + 1)]
    )


def _interval(values_I: Floats) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the median over instances."""
    drawn = np.random.default_rng(0).choice(values_I, (_NUM_BOOTSTRAPS, len(values_I)))
    low, high = np.quantile(np.median(drawn, axis=1), [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)
