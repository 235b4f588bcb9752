"""What a study may vary: parameters, their ranges, and when each takes part."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.specs.spec import Spec

Value = bool | int | float | str
"""What a parameter can be set to; everything JSON can carry as a scalar but null."""

# A surrogate compares choices one by one; a longer list is a number in disguise.
MAX_CHOICES = 10_000


class FloatRange(Spec):
    """Numbers from ``low`` to ``high``, both included; with ``step`` only ``low + k·step``."""

    kind: Literal["float"] = "float"
    low: float
    high: float
    log: bool = False
    step: Annotated[float, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _refuse_empty(self) -> Self:
        _check_bounds(self.low, self.high, self.log)
        if self.step is not None and self.log:
            raise PydanticCustomError(
                "range_log_step",
                "a logarithmic range has no steps: leave out either log or step",
            )
        if self.step is not None and self.step > self.high - self.low:
            raise _step_too_long(self.low, self.high, self.step)
        return self


class IntRange(Spec):
    """Whole numbers ``low``, ``low + step``, … up to ``high``."""

    kind: Literal["int"] = "int"
    low: int
    high: int
    log: bool = False
    step: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _refuse_empty(self) -> Self:
        _check_bounds(self.low, self.high, self.log)
        if self.step != 1 and self.log:
            raise PydanticCustomError(
                "range_log_step",
                "a logarithmic range has no steps: leave out either log or step",
            )
        if self.step > self.high - self.low:
            raise _step_too_long(self.low, self.high, self.step)
        return self


class Choices(Spec):
    """One of a list, in no order."""

    kind: Literal["choices"] = "choices"
    values: Annotated[tuple[Value, ...], Field(min_length=2, max_length=MAX_CHOICES)]

    @model_validator(mode="after")
    def _refuse_repeats(self) -> Self:
        seen: set[tuple[type, Value]] = set()
        for value in self.values:
            # 1, 1.0 and True are equal, and yet different settings.
            if (type(value), value) in seen:
                raise PydanticCustomError(
                    "choices_repeat", "{value} stands twice in the list", {"value": str(value)}
                )
            seen.add((type(value), value))
        return self


Range = Annotated[FloatRange | IntRange | Choices, Field(discriminator="kind")]


class Condition(Spec):
    """A parameter takes part only while another one, a list of choices, has one of ``values``."""

    parameter: str
    values: Annotated[tuple[Value, ...], Field(min_length=1)]


class Parameter(Spec):
    """One thing that a study varies."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    range: Range
    when: Condition | None = None


class SearchSpace(Spec):
    """All parameters of a study; one that others depend on stands before them."""

    parameters: Annotated[tuple[Parameter, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _refuse_contradictions(self) -> Self:
        known: dict[str, Range] = {}
        for parameter in self.parameters:
            if parameter.name in known:
                raise PydanticCustomError(
                    "parameter_repeats",
                    "{name} is given twice: give each parameter one range",
                    {"name": parameter.name},
                )
            if parameter.when is not None:
                _check_condition(parameter.name, parameter.when, known)
            known[parameter.name] = parameter.range
        return self


def _check_bounds(low: float, high: float, log: bool) -> None:
    if low == high:
        raise PydanticCustomError(
            "range_single",
            "a range from {low} to {high} holds one value: set it as a fixed option instead",
            {"low": low, "high": high},
        )
    if low > high:
        raise PydanticCustomError(
            "range_reversed",
            "a range goes from low to high, not from {low} to {high}: exchange them",
            {"low": low, "high": high},
        )
    if not math.isfinite(high - low):
        raise PydanticCustomError("range_too_wide", "the range is wider than a number can tell")
    if log and low <= 0:
        raise PydanticCustomError(
            "range_log_zero",
            "a logarithmic range cannot begin at {low}: begin above 0, or make it linear",
            {"low": low},
        )


def _step_too_long(low: float, high: float, step: float) -> PydanticCustomError:
    return PydanticCustomError(
        "range_step",
        "a step of {step} leaves one value between {low} and {high}: take a shorter one",
        {"step": step, "low": low, "high": high},
    )


def _check_condition(name: str, when: Condition, known: dict[str, Range]) -> None:
    parent = known.get(when.parameter)
    if not isinstance(parent, Choices):
        raise PydanticCustomError(
            "condition_parameter",
            "{name} depends on {parameter}, which must be a list of choices that stands before it",
            {"name": name, "parameter": when.parameter},
        )
    for value in when.values:
        if not any(type(value) is type(one) and value == one for one in parent.values):
            raise PydanticCustomError(
                "condition_value",
                "{name} waits for {parameter} = {value}, which is none of its choices",
                {"name": name, "parameter": when.parameter, "value": str(value)},
            )
