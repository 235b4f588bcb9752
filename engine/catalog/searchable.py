"""What of a task an automatic search may vary, and in which ranges unless somebody says others.

A parameter is named as its option is, with dots where options lie within others
(``augmentation.scale``); ``backbone`` is the network.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from engine.catalog.cards import TaskCard
from engine.specs.training import TaskOptions
from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    Range,
    SearchSpace,
    Value,
)

BACKBONE = "backbone"

# Random changes are many and matter less than how fast and how long a network learns.
_SELDOM = frozenset({"augmentation", "tracking"})
_ALWAYS = frozenset({"optimizer", "ngrams"})


@dataclass(frozen=True)
class Searchable:
    """An option with its default range; ``default`` is ``auto`` where the task decides.

    ``when`` names the option that it waits for, where it moves nothing otherwise.
    """

    name: str
    range: Range
    default: Value
    group: str
    is_expert: bool
    when: Condition | None = None

    @property
    def is_suggested(self) -> bool:
        """Whether most searches vary it."""
        return self.group in _ALWAYS or not (self.is_expert or self.group in _SELDOM)


def searchable_options(card: TaskCard) -> tuple[Searchable, ...]:
    """Return the options of a task that a search may vary, in the order of its form."""
    return tuple(_walk(card.options, ""))


def default_parameters(card: TaskCard, backbones: Sequence[str] = ()) -> tuple[Parameter, ...]:
    """Return all searchable parameters of a task; none for a network that nothing moves.

    Args:
        card: the task.
        backbones: to choose between; all of the task if empty. An option without effect on some of
            them takes part only with the others.

    Raises:
        KeyError: when the task has no such backbone.
    """
    chosen = tuple(dict.fromkeys(backbones)) or tuple(one.key for one in card.backbones)
    unmoved = {key: card.backbone(key).unmoved for key in chosen}
    parameters = []
    if len(chosen) > 1:
        parameters.append(Parameter(name=BACKBONE, range=Choices(values=chosen)))
    for option in searchable_options(card):
        moved = tuple(key for key in chosen if not _is_among(option, unmoved[key]))
        if not moved:
            continue
        # What an option waits for is searched too, and waits for the network in its turn.
        when = option.when
        if when is None and len(moved) < len(chosen):
            when = Condition(parameter=BACKBONE, values=moved)
        parameters.append(Parameter(name=option.name, range=option.range, when=when))
    return tuple(parameters)


def searches_shape(card: TaskCard, backbone: str, space: SearchSpace) -> bool:
    """Return whether a search may change how one of its networks is built."""
    keys: set[object] = {backbone}
    for parameter in space.parameters:
        if parameter.name == BACKBONE and isinstance(parameter.range, Choices):
            keys |= set(parameter.range.values)
    shapes = {one.shape for one in card.backbones if one.key in keys and one.shape is not None}
    return any(one.name.partition(".")[0] in shapes for one in space.parameters)


def holds(space: SearchSpace, name: str, value: object) -> bool:
    """Return whether a value lies in the range of a parameter of a space."""
    for parameter in space.parameters:
        if parameter.name == name:
            return in_range(parameter.range, value)
    return False


def in_range(range_: Range, value: object) -> bool:
    """Return whether a range has a value."""
    if isinstance(range_, Choices):
        return any(type(one) is type(value) and one == value for one in range_.values)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if isinstance(range_, IntRange) and value != int(value):
        return False
    return range_.low <= value <= range_.high


def with_settings(
    options: Mapping[str, Any], settings: Mapping[str, Value]
) -> tuple[dict[str, Any], str | None]:
    """Return options with a trial's settings in their places, and the backbone if it is one."""
    result: dict[str, Any] = dict(options)
    backbone: str | None = None
    for name, value in settings.items():
        if name == BACKBONE:
            backbone = str(value)
            continue
        place = result
        *folders, last = name.split(".")
        for folder in folders:
            place[folder] = dict(place.get(folder, {}))
            place = place[folder]
        place[last] = value
    return result, backbone


def _walk(options: type[TaskOptions], prefix: str) -> Iterator[Searchable]:
    for name, field in options.model_fields.items():
        if isinstance(field.annotation, type) and hasattr(field.annotation, "model_fields"):
            yield from _walk(field.annotation, f"{prefix}{name}.")
            continue
        extra = field.json_schema_extra
        found = extra.get("search") if isinstance(extra, dict) else None
        if isinstance(extra, dict) and isinstance(found, dict):
            default = field.default
            yield Searchable(
                name=f"{prefix}{name}",
                range=_range(found, is_whole=_is_whole(field.annotation)),
                default=default,
                group=str(extra.get("group", "")),
                is_expert=bool(extra.get("expert", False)),
                when=_condition(options, extra.get("when"), prefix),
            )


def _condition(options: type[TaskOptions], when: Any, prefix: str) -> Condition | None:
    """Return what an option waits for; ``None`` where any value of the other would do."""
    if not isinstance(when, dict):
        return None
    ((name, values),) = when.items()
    extra = options.model_fields[name].json_schema_extra
    found = extra.get("search") if isinstance(extra, dict) else None
    choices = found.get("values") if isinstance(found, dict) else None
    if isinstance(choices, list) and all(choice in values for choice in choices):
        return None
    return Condition(parameter=f"{prefix}{name}", values=tuple(values))


def _range(found: Mapping[str, Any], *, is_whole: bool) -> Range:
    if "values" in found:
        return Choices(values=tuple(found["values"]))
    low, high, log = found["low"], found["high"], bool(found["log"])
    if is_whole:
        return IntRange(low=int(low), high=int(high), log=log, step=int(found.get("step", 1)))
    return FloatRange(low=low, high=high, log=log)


def _is_whole(annotation: Any) -> bool:
    """Return whether an option is a whole number, be it the first of several forms."""
    arguments = get_args(annotation)
    return annotation is int or (bool(arguments) and _is_whole(arguments[0]))


def _is_among(option: Searchable, named: frozenset[str]) -> bool:
    """Return whether an option, its folder or its group is named."""
    folder = option.name.partition(".")[0]
    return bool({option.name, folder, option.group} & named)
