from __future__ import annotations

import pytest

from engine.specs.tuning.study import (
    Direction,
    Measurement,
    Median,
    NoPruner,
    Pruner,
    SuccessiveHalving,
)
from engine.tuning.losses import Outcome, losses_of
from engine.tuning.pruning import is_hopeless


def curve(*scores: float) -> list[Measurement]:
    return [Measurement(step=step, score=score) for step, score in enumerate(scores, 1)]


HALVING = SuccessiveHalving(min_steps=1, reduction=3)


@pytest.mark.parametrize(
    ("pruner", "direction", "own", "others", "stops"),
    [
        (NoPruner(), "maximize", curve(0.0), [curve(1.0)] * 9, False),
        (HALVING, "maximize", curve(0.1), [], False),
        (HALVING, "maximize", curve(0.1), [curve(0.5), curve(0.6)], True),
        (HALVING, "maximize", curve(0.7), [curve(0.5), curve(0.6)], False),
        # The second of six is among the best third.
        (HALVING, "maximize", curve(0.6), [curve(s) for s in (0.1, 0.2, 0.3, 0.4, 0.7)], False),
        (HALVING, "minimize", curve(0.6), [curve(s) for s in (0.1, 0.2, 0.3, 0.4, 0.7)], True),
        # Between rungs nobody stops: 1, 3, 9, ...
        (HALVING, "maximize", curve(0.0, 0.0), [curve(1.0, 1.0)] * 9, False),
        (HALVING, "maximize", curve(0.0, 0.0, 0.0), [curve(1.0, 1.0, 1.0)] * 3, True),
        # Others that have not come so far do not count.
        (HALVING, "maximize", curve(0.0, 0.0, 0.0), [curve(1.0)] * 9, False),
        (Median(), "maximize", curve(0.1), [curve(0.5)] * 4, False),
        (Median(), "maximize", curve(0.1), [curve(0.5)] * 5, True),
        (Median(), "maximize", curve(0.6), [curve(0.5)] * 5, False),
        (Median(num_warmup_steps=1), "maximize", curve(0.1), [curve(0.5)] * 5, False),
        # Its best so far counts, not its last.
        (Median(), "minimize", curve(0.1, 0.9), [curve(0.5, 0.5)] * 5, False),
    ],
)
def test_only_what_is_hopeless_is_stopped(
    pruner: Pruner,
    direction: Direction,
    own: list[Measurement],
    others: list[list[Measurement]],
    stops: bool,
) -> None:
    assert is_hopeless(pruner, direction, own, others) is stops


def test_a_trial_without_a_measurement_is_not_evaluated() -> None:
    assert not is_hopeless(HALVING, "maximize", [], [curve(1.0)])


def test_a_pruned_trial_has_the_rank_it_had_when_it_was_stopped() -> None:
    complete = [Outcome(float(n), False, {1: 10.0 + n, 2: float(n)}) for n in range(5)]
    poor = Outcome(None, True, {1: 13.5})
    hopeful = Outcome(None, True, {1: 0.0})
    alone = Outcome(None, True, {7: 0.0})
    losses = losses_of([*complete, poor, hopeful, alone, Outcome()])
    assert losses[:5].tolist() == [0, 1, 2, 3, 4]
    assert 2.5 < losses[5] < 4
    # However low it was, it shows no more than the middle; beside nobody, it is the worst.
    assert losses[6] == 2
    assert losses[7] == 4
    assert losses[8] != losses[8]
