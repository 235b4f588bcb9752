"""The fields that choose among scores; the same in every protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.serving.errors import ServingError


@dataclass(frozen=True)
class ScoreFields:
    """``None`` leaves the choice to the package's manifest."""

    top_num: int | None
    threshold: float | None


def score_fields(fields: Mapping[str, object]) -> ScoreFields:
    """Read ``top_num`` and ``threshold``.

    Raises:
        ServingError: ``field_invalid``.
    """
    return ScoreFields(_top_num(fields.get("top_num")), _threshold(fields.get("threshold")))


def parse_score_fields(fields: Mapping[str, str]) -> ScoreFields:
    """Read the two fields from text, as a query or a form carries them.

    Raises:
        ServingError: ``field_invalid``.
    """
    top_num, threshold = fields.get("top_num"), fields.get("threshold")
    return ScoreFields(
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
