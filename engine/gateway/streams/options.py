"""Options that go for all messages of a stream, checked when they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from engine.serving.protocol import fields
from engine.serving.protocol.fields import (
    MODEL_FIELDS,
    OPTION_FIELDS,
    ROW_FIELDS,
    option_fields,
    parsed_options,
    refuse_unknown,
)


def require_options(prediction_kind: str | None, options: Mapping[str, str]) -> None:
    """Refuse options that ``/predict`` would refuse.

    Args:
        prediction_kind: what the model answers, ``None`` where that is not known.
        options: as a query has them.

    Raises:
        ServingError: ``field_unknown`` or ``field_invalid``.
    """
    known = (
        OPTION_FIELDS | ROW_FIELDS if prediction_kind is None else option_fields(prediction_kind)
    )
    refuse_unknown(options, MODEL_FIELDS | known)
    fields.require_options(parsed_options(options))


def texts_of(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Return options in JSON as a query has them."""
    return {
        name: value if isinstance(value, str) else orjson.dumps(value).decode()
        for name, value in parameters.items()
    }
