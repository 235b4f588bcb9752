"""The fields that choose among results; the same in every protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from easel.runtime import PredictOptions

from engine.serving.errors import ServingError

OPTION_FIELDS = frozenset({"top_num", "threshold"})
ROW_FIELDS = frozenset({"threshold", "include_proba", "include_req"})


def option_fields(prediction_kind: str) -> frozenset[str]:
    """Return the fields that mean something to a kind of answer."""
    return ROW_FIELDS if prediction_kind == "rows" else OPTION_FIELDS


def read_options(fields: Mapping[str, object]) -> PredictOptions:
    """Read the fields from JSON; those that are absent leave the choice to the package.

    Raises:
        ServingError: ``field_invalid``.
    """
    return PredictOptions(
        _top_num(fields.get("top_num")),
        _threshold(fields.get("threshold")),
        _flag("include_proba", fields.get("include_proba")),
        _flag("include_req", fields.get("include_req")),
    )


def parsed_options(fields: Mapping[str, str]) -> dict[str, object]:
    """Turn the fields from text, as a query or a form carries them, to what JSON would hold.

    Raises:
        ServingError: ``field_invalid``.
    """
    return {name: _PARSERS[name](name, fields[name]) for name in _PARSERS if name in fields}


def _parse_flag(name: str, text: str) -> object:
    if text not in ("true", "false"):
        raise _invalid(name, text, "true or false")
    return text == "true"


def _flag(name: str, value: object) -> bool:
    if value is None:
        return False
    if not isinstance(value, bool):
        raise _invalid(name, value, "true or false")
    return value


def _parse_whole(name: str, text: str) -> object:
    try:
        return int(text)
    except ValueError as error:
        raise _invalid(name, text, "a whole number of at least 1") from error


def _parse_number(name: str, text: str) -> object:
    try:
        return float(text)
    except ValueError as error:
        raise _invalid(name, text, "a number from 0 to 1") from error


def _top_num(value: object) -> int | None:
    if value is None:
        return None
    # A bool would pass for an int.
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


_PARSERS: Mapping[str, Callable[[str, str], object]] = {
    "top_num": _parse_whole,
    "threshold": _parse_number,
    "include_proba": _parse_flag,
    "include_req": _parse_flag,
}
