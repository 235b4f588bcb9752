"""Many processes on one PostgreSQL study, some of them killed: is a point tried twice, or one lost?

64 workers share a study of 512 trials that take as long as trials do (log-normal seconds). One in
ten is killed at a random moment, a new one takes its place, and Optuna's heartbeats find what the
dead one held, to be tried again once. Nothing tells the workers of each other but the storage.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import time
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import optuna
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.storages import RDBStorage, RetryHeartbeatStaleTrialCallback, fail_stale_trials
from optuna.trial import FrozenTrial, TrialState

from engine.tuning.samplers.sfde import SfdeSampler
from tests import servers

SPACE: dict[str, optuna.distributions.BaseDistribution] = {
    "rate": FloatDistribution(1e-5, 1e-1, log=True),
    "decay": FloatDistribution(1e-6, 1e-2, log=True),
    "dropout": FloatDistribution(0.0, 0.8),
    "depth": IntDistribution(1, 12),
    "width": IntDistribution(16, 512, log=True),
    "activation": CategoricalDistribution(("relu", "tanh", "gelu")),
}
_STUDY = "shared"
_ASK = "ask_seconds"
_SHARE_KILLED = 0.1
_TRIES_AFTER_A_LOSS = 1


@dataclass(frozen=True)
class Setting:
    """How many processes, how many trials to complete, and how long things take in seconds."""

    num_workers: int
    num_trials: int
    median_trial: float
    heartbeat: int
    grace: int


FULL = Setting(num_workers=64, num_trials=512, median_trial=4.0, heartbeat=5, grace=30)
QUICK = Setting(num_workers=8, num_trials=64, median_trial=0.5, heartbeat=1, grace=8)


class _Timed(SfdeSampler):
    """Notes in each trial how long its point took to ask for, storage and waiting included."""

    def sample_relative(
        self,
        study: optuna.Study,
        trial: FrozenTrial,
        search_space: dict[str, optuna.distributions.BaseDistribution],
    ) -> dict[str, Any]:
        started = time.monotonic()
        params = super().sample_relative(study, trial, search_space)
        seconds = time.monotonic() - started
        study._storage.set_trial_user_attr(trial._trial_id, _ASK, seconds)
        return params


def run(*, quick: bool) -> Mapping[str, float]:
    """Run the study to its end and count."""
    setting = QUICK if quick else FULL
    _quiet()
    # Two connections a worker: one asks and tells, one beats.
    with servers.postgresql(max_connections=2 * setting.num_workers + 20) as url:
        address = url.replace("postgresql:", "postgresql+psycopg2:")
        storage = _storage(address, setting)
        try:
            study = optuna.create_study(study_name=_STUDY, storage=storage)
            started = time.monotonic()
            num_killed = _work_through(study, address, setting)
            seconds = time.monotonic() - started
            _finish_what_is_left(study, setting)
            return _figures(study.get_trials(), setting, num_killed, seconds)
        finally:
            # The server waits for those who are connected.
            storage.remove_session()
            storage.engine.dispose()


def _work_through(study: optuna.Study, address: str, setting: Setting) -> int:
    """Keep the workers at their number until they are done, killing some; return how many."""
    # Workers are copies of one process that has imported everything already.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])

    def begin() -> multiprocessing.process.BaseProcess:
        worker = context.Process(target=_work, args=(address, setting))
        worker.start()
        return worker

    workers = [begin() for _ in range(setting.num_workers)]
    chance = random.Random(0)
    num_kills = math.ceil(_SHARE_KILLED * setting.num_workers)
    # Killed when so many trials are complete: never the same moment of a trial, since the others
    # decide when that is.
    moments = sorted(chance.sample(range(setting.num_trials * 3 // 4), num_kills))
    num_killed = 0
    while any(worker.is_alive() for worker in workers):
        num_complete = len(study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)))
        if num_killed < num_kills and num_complete >= moments[num_killed]:
            place = chance.randrange(len(workers))
            if workers[place].is_alive():
                workers[place].kill()
                workers[place].join()
                workers[place] = begin()
                num_killed += 1
        time.sleep(0.2 * chance.random())
    return num_killed


def _finish_what_is_left(study: optuna.Study, setting: Setting) -> None:
    """Try again what was found lost after the last worker had gone."""
    study.sampler = SfdeSampler(SPACE, seed=0, num_parallel=setting.num_workers)
    until = time.monotonic() + 3 * setting.grace
    while time.monotonic() < until:
        fail_stale_trials(study)
        states = Counter(trial.state for trial in study.get_trials(deepcopy=False))
        if states[TrialState.WAITING]:
            study.optimize(_loss, n_trials=1)
        elif not states[TrialState.RUNNING]:
            return
        time.sleep(0.5)


def _work(address: str, setting: Setting) -> None:
    _quiet()
    study = optuna.load_study(
        study_name=_STUDY,
        storage=_storage(address, setting),
        sampler=_Timed(SPACE, seed=0, num_parallel=setting.num_workers),
    )
    durations = random.Random(os.getpid())

    def slow(trial: optuna.Trial) -> float:
        loss = _loss(trial)
        time.sleep(durations.lognormvariate(math.log(setting.median_trial), 1.0))
        return loss

    enough = optuna.study.MaxTrialsCallback(setting.num_trials, states=(TrialState.COMPLETE,))
    study.optimize(slow, callbacks=[enough])


def _loss(trial: optuna.Trial) -> float:
    rate = math.log10(trial.suggest_float("rate", 1e-5, 1e-1, log=True))
    decay = math.log10(trial.suggest_float("decay", 1e-6, 1e-2, log=True))
    dropout = trial.suggest_float("dropout", 0.0, 0.8)
    depth = trial.suggest_int("depth", 1, 12)
    width = math.log2(trial.suggest_int("width", 16, 512, log=True))
    activation = trial.suggest_categorical("activation", ("relu", "tanh", "gelu"))
    loss = (rate + 3) ** 2 + (decay + 4) ** 2 / 4 + (dropout - 0.3) ** 2 + (depth - 5) ** 2 / 9
    return loss + (width - 7) ** 2 / 9 + {"relu": 0.1, "tanh": 0.4, "gelu": 0.0}[activation]


def _storage(address: str, setting: Setting) -> RDBStorage:
    return RDBStorage(
        address,
        engine_kwargs={"pool_size": 2, "max_overflow": 0},
        heartbeat_interval=setting.heartbeat,
        grace_period=setting.grace,
        heartbeat_stale_trial_callback=RetryHeartbeatStaleTrialCallback(_TRIES_AFTER_A_LOSS),
    )


def _figures(
    trials: list[FrozenTrial], setting: Setting, num_killed: int, seconds: float
) -> dict[str, float]:
    """Count by what was to be tried: a trial and what retries it are one."""
    families: dict[int, list[FrozenTrial]] = {}
    for trial in trials:
        first = RetryHeartbeatStaleTrialCallback.retried_trial_number(trial)
        families.setdefault(trial.number if first is None else first, []).append(trial)
    complete = [
        [one for one in family if one.state == TrialState.COMPLETE] for family in families.values()
    ]
    settings = Counter(str(sorted(some[0].params.items())) for some in complete if some)
    asks = [trial.user_attrs[_ASK] for trial in trials if _ASK in trial.user_attrs]
    return {
        "num_workers": setting.num_workers,
        "num_killed": num_killed,
        "num_trials": len(trials),
        "num_complete": sum(map(len, complete)),
        "num_duplicates": sum(num - 1 for num in settings.values()),
        "num_interrupted": sum(trial.state == TrialState.FAIL for trial in trials),
        "num_retries": sum(len(family) - 1 for family in families.values()),
        "num_lost": sum(not some for some in complete),
        "num_counted_twice": sum(len(some) > 1 for some in complete),
        "ask_p50_seconds": float(np.quantile(asks, 0.5)),
        "ask_p95_seconds": float(np.quantile(asks, 0.95)),
        "trials_per_second": sum(map(len, complete)) / seconds,
        "best_loss": min(some[0].value or math.inf for some in complete if some),
        "load": os.getloadavg()[0],
    }


def _quiet() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
