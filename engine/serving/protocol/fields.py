"""The fields that choose among results; the same in every protocol."""

from __future__ import annotations

from collections.abc import Mapping

from easel.runtime import PredictOptions

from engine.serving.errors import ServingError

OPTION_FIELDS = frozenset({"top_num", "threshold"})


def read_options(fields: Mapping[str, object]) -> PredictOptions:
    """Read ``top_num`` and ``threshold`` from JSON.

    Raises:
        ServingError: ``field_invalid``.
    """
    return PredictOptions(_top_num(fields.get("top_num")), _threshold(fields.get("threshold")))


def parse_options(fields: Mapping[str, str]) -> PredictOptions:
    """Read the two fields from text, as a query or a form carries them.

    Raises:
        ServingError: ``field_invalid``.
    """
    if not fields:
        return PredictOptions()
    top_num, threshold = fields.get("top_num"), fields.get("threshold")
    return PredictOptions(
        _top_num(None if top_num is None else _parse(int, "top_num", top_num)),
        _threshold(None if threshold is None else _parse(float, "threshold", threshold)),
    )


def _parse(kind: type[int] | type[float], name: str, text: str) -> int | float:
    try:
        return kind(text)
    except ValueError as error:
        raise _invalid(name, text, "a number") from error


def _top_num(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= 1_000_000:
        raise _invalid("top_num", value, "a whole number of at least 1")
    return value


def _threshold(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise _invalid("threshold", value, "a number from 0 to 1")
    return float(value)


def _invalid(name: str, value: object, expected: str) -> ServingError:
    return ServingError(
        f"The field '{name}' is {str(value)[:40]!r}; {expected} is expected.",
        code="field_invalid",
        field=name,
    )
