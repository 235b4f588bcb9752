from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    Range,
    SearchSpace,
)
from engine.tuning.search_space import Axis, Cube

RANGES: list[Range] = [
    FloatRange(low=-3.0, high=7.5),
    FloatRange(low=1e-5, high=1e-1, log=True),
    FloatRange(low=0.0, high=1.0, step=0.25),
    FloatRange(low=0.0, high=1.0, step=0.3),
    IntRange(low=1, high=9),
    IntRange(low=2, high=1024, log=True),
    IntRange(low=10, high=101, step=10),
    Choices(values=("a", 1, 1.0, True)),
]


def space_of(*ranges: Range) -> SearchSpace:
    return SearchSpace(
        parameters=tuple(Parameter(name=f"p{n}", range=one) for n, one in enumerate(ranges))
    )


@pytest.mark.parametrize("wanted", RANGES, ids=lambda one: f"{one.kind}")
@given(unit=st.floats(0, 1))
def test_every_coordinate_is_a_setting_of_the_range_and_comes_back(
    wanted: Range, unit: float
) -> None:
    axis = Axis("x", wanted)
    snapped = axis.snap(np.array([unit * (axis.num_values or 1) if axis.is_choice else unit]))
    value = axis.value(float(snapped[0]))
    match wanted:
        case Choices(values=values):
            assert any(value is one for one in values)
        case _:
            assert wanted.low <= float(value) <= wanted.high
    assert math.isclose(axis.coordinate(value), float(snapped[0]), abs_tol=1e-9)


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        (FloatRange(low=0.0, high=1.0, step=0.25), [0, 0.25, 0.5, 0.75, 1]),
        (FloatRange(low=0.0, high=1.0, step=0.3), [0, 0.3, 0.6, 0.9]),
        (IntRange(low=10, high=101, step=10), list(range(10, 101, 10))),
        (IntRange(low=1, high=3), [1, 2, 3]),
    ],
)
def test_all_cells_of_a_range_are_alike_wide(wanted: Range, values: list[float]) -> None:
    axis = Axis("x", wanted)
    found = [axis.value(float(one)) for one in axis.snap(np.linspace(0, 1, 10_001))]
    assert axis.num_values == len(values)
    shares = [sum(math.isclose(one, value) for one in found) / len(found) for value in values]
    assert all(math.isclose(share, 1 / len(values), rel_tol=0.01) for share in shares)


def test_what_does_not_take_part_makes_no_difference() -> None:
    space = SearchSpace(
        parameters=(
            Parameter(name="optimizer", range=Choices(values=("adamw", "sgd"))),
            Parameter(
                name="momentum",
                range=FloatRange(low=0, high=0.99),
                when=Condition(parameter="optimizer", values=("sgd",)),
            ),
            Parameter(
                name="nesterov",
                range=Choices(values=(False, True)),
                when=Condition(parameter="optimizer", values=("sgd",)),
            ),
        )
    )
    cube = Cube(space)
    points = cube.snap(np.array([[0.0, 0.1, 1.0], [0.0, 0.9, 0.0], [1.0, 0.9, 1.0]]))
    assert (points[0] == points[1]).all()
    assert cube.settings(points[0]) == {"optimizer": "adamw"}
    assert cube.settings(points[2]) == {
        "optimizer": "sgd",
        "momentum": pytest.approx(0.891),
        "nesterov": True,
    }
    assert (cube.point({"optimizer": "adamw"}) == points[0]).all()


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"kind": "float", "low": 1.0, "high": 1.0}, "range_single"),
        ({"kind": "float", "low": 2.0, "high": 1.0}, "range_reversed"),
        ({"kind": "float", "low": 0.0, "high": 1.0, "log": True}, "range_log_zero"),
        ({"kind": "float", "low": -1e308, "high": 1e308}, "range_too_wide"),
        ({"kind": "float", "low": 0.0, "high": 1.0, "step": 2.0}, "range_step"),
        ({"kind": "float", "low": 0.1, "high": 1.0, "step": 0.1, "log": True}, "range_log_step"),
        ({"kind": "int", "low": 0, "high": 5, "log": True}, "range_log_zero"),
        ({"kind": "choices", "values": ["a", "a"]}, "choices_repeat"),
        ({"kind": "choices", "values": ["a"]}, "too_short"),
        ({"kind": "choices", "values": list(range(10_001))}, "too_long"),
    ],
)
def test_ranges_that_say_nothing_are_refused_by_name(
    document: dict[str, object], kind: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        Parameter.model_validate({"name": "x", "range": document})
    assert [error["type"] for error in caught.value.errors()] == [kind]


@pytest.mark.parametrize(
    ("names", "when", "kind"),
    [
        (("a", "a"), None, "parameter_repeats"),
        (("a", "b"), Condition(parameter="c", values=(1,)), "condition_parameter"),
        (("a", "b"), Condition(parameter="b", values=(1,)), "condition_parameter"),
        (("a", "b"), Condition(parameter="a", values=(7,)), "condition_value"),
    ],
)
def test_contradictory_spaces_are_refused_by_name(
    names: tuple[str, str], when: Condition | None, kind: str
) -> None:
    choices = Choices(values=(1, 2))
    with pytest.raises(ValidationError) as caught:
        SearchSpace(
            parameters=(
                Parameter(name=names[0], range=choices),
                Parameter(name=names[1], range=choices, when=when),
            )
        )
    assert [error["type"] for error in caught.value.errors()] == [kind]


def test_an_empty_space_is_refused() -> None:
    with pytest.raises(ValidationError):
        SearchSpace(parameters=())
