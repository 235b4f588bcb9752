from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.specs.tuning.search_space import Choices, FloatRange, IntRange, Parameter, SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.tried import Tried, is_used_up
from engine.tuning.search_space import Cube

CUBE = Cube(
    SearchSpace(
        parameters=(
            Parameter(name="kind", range=Choices(values=("a", "b", "c"))),
            Parameter(name="depth", range=IntRange(low=1, high=4, log=True)),
            Parameter(name="share", range=FloatRange(low=0, high=1, step=0.5)),
        )
    )
)
ALL = [
    np.array(point)
    for point in itertools.product(
        *[[axis.coordinate_at(place) for place in range(axis.num_values)] for axis in CUBE.axes]
    )
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(range(36)), st.sets(st.integers(0, 2))), max_size=40))
def test_what_is_free_is_what_agrees_with_no_trial(tried: list[tuple[int, set[int]]]) -> None:
    points_ND = np.array([ALL[place] for place, _ in tried]).reshape(-1, 3)
    asked_ND = np.array([[at in asked for at in range(3)] for _, asked in tried], bool)
    history = History(
        points_ND,
        np.zeros(len(tried)),
        np.arange(len(tried)),
        points_ND[:0],
        asked_ND=asked_ND.reshape(-1, 3),
    )

    def repeats(point_D: np.ndarray) -> bool:
        return any(
            np.allclose(point_D[asked_D], other_D[asked_D])
            for other_D, asked_D in zip(points_ND, history.asked_ND, strict=True)
        )

    seen = Tried(CUBE, history)
    assert [point in seen for point in ALL] == [repeats(point) for point in ALL]
    free_D = seen.free(ALL[17])
    assert (free_D is None) == all(repeats(point) for point in ALL)
    assert free_D is None or not repeats(free_D)
    assert is_used_up(CUBE, history) == (free_D is None)
    if not repeats(ALL[17]):
        assert free_D is not None
        assert (free_D == ALL[17]).all()
