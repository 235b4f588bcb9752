"""Spaces, samplers and pruners as the engine's specs, and whether a task goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import pydantic
from rest_framework import serializers

from backend.training.services.options import nested_errors
from backend.training.services.runs import require_suitable
from backend.tuning.models import Study
from backend.tuning.serializers import PRUNER_KINDS, RANGE_KINDS, SAMPLER_KINDS
from backend.tuning.services.populations import population_of
from engine.catalog import TASKS, Media, TaskCard
from engine.catalog.searchable import (
    BACKBONE,
    holds,
    searchable_options,
    with_settings,
)
from engine.specs.parse import parse_options
from engine.specs.tuning.search_space import Choices, Parameter, SearchSpace, Value
from engine.specs.tuning.study import (
    Direction,
    Measurement,
    Median,
    NoPruner,
    Pruner,
    Sampler,
    Sfde,
    StudySpec,
)

Model = TypeVar("Model")

_SAMPLER: pydantic.TypeAdapter[Sampler] = pydantic.TypeAdapter(Sampler)
_PRUNER: pydantic.TypeAdapter[Pruner] = pydantic.TypeAdapter(Pruner)
_SPACE = pydantic.TypeAdapter(SearchSpace)
_KINDS = frozenset({*RANGE_KINDS, *SAMPLER_KINDS, *PRUNER_KINDS})


def parse_space(document: Mapping[str, Any]) -> SearchSpace:
    """Return a search space.

    Raises:
        ValidationError: naming what is empty, reversed or contradictory.
    """
    return _parse(_SPACE, document, "/space")


def parse_sampler(document: Mapping[str, Any] | None) -> Sampler:
    """Return a sampler, SFDE by default.

    Raises:
        ValidationError: naming what it does not have or what is out of range.
    """
    return _parse(_SAMPLER, document, "/sampler") if document is not None else Sfde()


def parse_pruner(
    document: Mapping[str, Any] | None, task: str, *, has_population: bool = False
) -> Pruner:
    """Return a pruner; by default the median rule, and none for tables and in a population.

    What a run over a table measures on its way are candidates one by one, no epochs of one model.

    Raises:
        ValidationError: naming what it does not have or what is out of range.
    """
    if document is not None:
        return _parse(_PRUNER, document, "/pruner")
    is_whole = has_population or TASKS[task].media is Media.TABLE
    return NoPruner() if is_whole else Median()


def require_searchable(
    task: str, space: SearchSpace, options: Mapping[str, Any], *, target: str
) -> None:
    """Refuse a space that names what the task has not, or values that it would refuse.

    Raises:
        ValidationError: naming each parameter that is wrong.
    """
    problems: dict[str, list[serializers.ErrorDetail]] = {}
    for place, parameter in enumerate(space.parameters):
        found = _problem(TASKS[task], parameter, options, target)
        if found is not None:
            problems[f"space/parameters/{place}/{found[0]}"] = [found[1]]
    if problems:
        raise serializers.ValidationError(problems)


def direction_of(study: Study) -> Direction:
    """Return which way a study's score is better."""
    return "maximize" if study.direction == Study.Direction.MAXIMIZE else "minimize"


def study_spec(study: Study, *, has_copies: bool) -> StudySpec:
    """Return a study as the engine knows it.

    A study that begins with the trials of another has no need to try its own settings first, and a
    script that named none has no others than those it is given.
    """
    space = SearchSpace.model_validate(study.space)
    own = first_settings(study, space)
    has_own = bool(own) or not study.is_scripted
    return StudySpec(
        space=space,
        direction=direction_of(study),
        first=(own,) if has_own and not has_copies else (),
        sampler=_SAMPLER.validate_python(study.sampler),
        population=population_of(study),
        num_parallel=study.num_parallel,
        seed=study.seed,
        latency_limit_ms=study.latency_limit_ms,
    )


def pruner_of(study: Study) -> Pruner:
    """Return the pruner of a study."""
    return _PRUNER.validate_python(study.pruner)


def curve_of(rows: list[list[float]]) -> tuple[Measurement, ...]:
    """Return a stored curve as measurements."""
    return tuple(Measurement(step=int(step), score=score) for step, score in rows)


def first_settings(study: Study, space: SearchSpace) -> dict[str, Value]:
    """Return the study's own settings of what it varies.

    What the task decides itself (``auto``), and what lies outside of the range, is left out: the
    first trial has it as the study's options say.
    """
    given = _flat(study.options)
    own = given if study.is_scripted else _with_defaults(study, given)
    result: dict[str, Value] = {}
    for parameter in space.parameters:
        value = own.get(parameter.name)
        if value is None or not holds(space, parameter.name, value):
            continue
        when = parameter.when
        if when is None or result.get(when.parameter) in when.values:
            result[parameter.name] = value
    return result


def _with_defaults(study: Study, given: Mapping[str, Any]) -> dict[str, Any]:
    known = {option.name: option.default for option in searchable_options(TASKS[study.task])}
    return {**known, **given, BACKBONE: study.backbone}


def _flat(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            result |= _flat(value, f"{prefix}{name}.")
        else:
            result[prefix + name] = value
    return result


def _parse(
    adapter: pydantic.TypeAdapter[Model], document: Mapping[str, Any], pointer: str
) -> Model:
    try:
        return adapter.validate_python(_without_nulls(document))
    except pydantic.ValidationError as error:
        raise serializers.ValidationError(nested_errors(error, pointer, kinds=_KINDS)) from error


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_without_nulls(one) for one in value]
    return value


def _problem(
    card: TaskCard, parameter: Parameter, options: Mapping[str, Any], target: str
) -> tuple[str, serializers.ErrorDetail] | None:
    """Return the field of a parameter that is wrong, and why."""
    if parameter.name == BACKBONE:
        return _backbone_problem(card, parameter, target)
    wide = parameter.range
    ends: tuple[Value, ...]
    ends = wide.values if isinstance(wide, Choices) else (wide.low, wide.high)
    for value in ends:
        try:
            parse_options(card.key, with_settings(options, {parameter.name: value})[0])
        except pydantic.ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            if first["type"] == "extra_forbidden":
                message = f"There is no option '{parameter.name}'. Choose one of the task's."
                return "name", serializers.ErrorDetail(message, code="parameter_unknown")
            message = f"The task refuses {parameter.name} = {value}: {first['msg']}."
            return "range", serializers.ErrorDetail(message, code="range_refused")
        except (TypeError, ValueError):
            message = f"There is no option '{parameter.name}'. Choose one of the task's."
            return "name", serializers.ErrorDetail(message, code="parameter_unknown")
    return None


def _backbone_problem(
    card: TaskCard, parameter: Parameter, target: str
) -> tuple[str, serializers.ErrorDetail] | None:
    values = parameter.range.values if isinstance(parameter.range, Choices) else ()
    keys = {backbone.key: backbone for backbone in card.backbones}
    for value in values or ("",):
        if not isinstance(value, str) or value not in keys:
            message = f"There is no backbone '{value}'. Known ones: {', '.join(keys)}."
            return "range", serializers.ErrorDetail(message, code="backbone_unknown")
        try:
            tier = keys[value].tier.value
            require_suitable(card.key, backbone=value, tier=tier, target=target, pretrained=False)
        except serializers.ValidationError:
            message = f"'{value}' is too large for the target '{target}'."
            return "range", serializers.ErrorDetail(message, code="backbone_too_large")
    return None
