"""The fields that choose among results; the same in every protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.serving.errors import ServingError

MODEL_FIELDS = frozenset({"model", "version"})
OPTION_FIELDS = frozenset({"top_num", "threshold"})
ROW_FIELDS = frozenset({"threshold", "include_proba", "include_req"})


def option_fields(prediction_kind: str) -> frozenset[str]:
    """Return the fields that mean something to a kind of answer."""
    return ROW_FIELDS if prediction_kind == "rows" else OPTION_FIELDS


def require_options(fields: Mapping[str, object]) -> None:
    """Refuse values from JSON that mean nothing.

    Raises:
        ServingError: ``field_invalid``.
    """
    for name, value in fields.items():
        if name in _READERS:
            _READERS[name](value)


def parsed_options(fields: Mapping[str, str]) -> dict[str, object]:
    """Turn the fields from text, as a query or a form carries them, to what JSON would hold.

    Raises:
        ServingError: ``field_invalid``.
    """
    return {name: _PARSERS[name](name, fields[name]) for name in _PARSERS if name in fields}


def refuse_unknown(fields: Mapping[str, object], known: frozenset[str] | set[str]) -> None:
    """Refuse fields that mean nothing here.

    Raises:
        ServingError: ``field_unknown``.
    """
    unknown = sorted(set(fields) - known)
    if unknown:
        raise ServingError(
            f"The field '{unknown[0][:60]}' is not known. Known: {', '.join(sorted(known))}.",
            code="field_unknown",
            field=unknown[0][:60],
        )


def _parse_flag(name: str, text: str) -> object:
    if text not in ("true", "false"):
        raise _invalid(name, text, "true or false")
    return text == "true"


def flag_of(name: str, value: object) -> bool:
    """Return true or false, false of null.

    Raises:
        ServingError: ``field_invalid``.
    """
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


def top_num_of(value: object) -> int | None:
    """Return how many results at most, as far as that is said.

    Raises:
        ServingError: ``field_invalid``.
    """
    if value is None:
        return None
    # A bool would pass for an int.
    if type(value) is not int or not 1 <= value <= 1_000_000:
        raise _invalid("top_num", value, "a whole number of at least 1")
    return value


def threshold_of(value: object) -> float | None:
    """Return the least score, as far as one is said.

    Raises:
        ServingError: ``field_invalid``.
    """
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
_READERS: Mapping[str, Callable[[object], object]] = {
    "top_num": top_num_of,
    "threshold": threshold_of,
    "include_proba": lambda value: flag_of("include_proba", value),
    "include_req": lambda value: flag_of("include_req", value),
}
