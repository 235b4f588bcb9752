"""How much each parameter of a study matters for its score."""

# N trials, D parameters

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution
from optuna.importance import (
    BaseImportanceEvaluator,
    FanovaImportanceEvaluator,
    MeanDecreaseImpurityImportanceEvaluator,
    get_param_importances,
)

from engine.specs.tuning.search_space import SearchSpace
from engine.specs.tuning.study import Trial
from engine.tuning.search_space import Cube

MIN_TRIALS = 8


def importances(space: SearchSpace, trials: Sequence[Trial], seed: int = 0) -> dict[str, float]:
    """Return the share of each parameter in what makes scores differ, largest first.

    Parameters that do not take part in a trial are put where the samplers put them, so that
    conditional ones are measured too.

    Args:
        space: of the study.
        trials: those that are not complete are passed over.
        seed: of the forest that is grown.

    Returns:
        Shares that add up to 1; empty below ``MIN_TRIALS`` complete trials, and when all scores or
        all settings are alike.

    Source: functional analysis of variance over a random forest: Hutter, Hoos and Leyton-Brown, An
    efficient approach for assessing hyperparameter importance, ICML 2014. Where its trees see no
    variance, the mean decrease of impurity over the same forest.
    """
    complete = [one for one in trials if one.state == "complete" and one.score is not None]
    scores_N = np.array([one.score for one in complete], float)
    if len(complete) < MIN_TRIALS or np.ptp(scores_N) == 0:
        return {}
    cube = Cube(space)
    points_ND = np.array([cube.point(one.settings) for one in complete])
    study = _as_optuna(cube, points_ND, scores_N)
    with warnings.catch_warnings():
        # Parameters of a single value among the trials are named in a warning each time.
        warnings.simplefilter("ignore")
        try:
            found = _evaluated(study, FanovaImportanceEvaluator(seed=seed))
        except RuntimeError:
            found = _evaluated(study, MeanDecreaseImpurityImportanceEvaluator(seed=seed))
    return {name: found[name] for name in sorted(found, key=found.__getitem__, reverse=True)}


def _as_optuna(
    cube: Cube, points_ND: np.typing.NDArray[np.float64], scores_N: np.typing.NDArray[np.float64]
) -> optuna.Study:
    distributions: dict[str, BaseDistribution] = {
        axis.name: CategoricalDistribution(tuple(range(axis.num_values or 1)))
        if axis.is_choice
        else FloatDistribution(0.0, 1.0)
        for axis in cube.axes
    }
    study = optuna.create_study(direction="maximize")
    for point_D, score in zip(points_ND, scores_N, strict=True):
        params = {
            axis.name: int(value) if axis.is_choice else min(max(float(value), 0.0), 1.0)
            for axis, value in zip(cube.axes, point_D, strict=True)
        }
        trial = optuna.trial.create_trial(
            params=params, distributions=distributions, value=float(score)
        )
        study.add_trial(trial)
    return study


def _evaluated(study: optuna.Study, evaluator: BaseImportanceEvaluator) -> dict[str, float]:
    found = get_param_importances(study, evaluator=evaluator)
    return {name: float(share) for name, share in found.items() if math.isfinite(share)}
