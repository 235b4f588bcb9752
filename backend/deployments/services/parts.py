"""The parts of a request to a model, by the names that its kind of input has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Union

from django.core.files.uploadedfile import UploadedFile

from backend.api.errors import Invalid, TooLarge
from engine.catalog import Media
from engine.specs.requests import PARTS

MAX_BYTES = 16 * 1024 * 1024
# One part: a file, a text, or a JSON value.
Part = Union["UploadedFile[bytes]", bytes, str, list[Any], dict[str, Any]]

# Kinds of input that one part alone is enough for.
_ANY_PART = ("image_text",)


def form_request(
    kind: str, parts: Mapping[str, Part], options: Mapping[str, int | float]
) -> dict[str, Any]:
    """Return a request to ``/predict`` as arguments of an HTTP client: a form, or JSON.

    Raises:
        Invalid: when the parts are not those of this kind of input.
        TooLarge: when they are beyond 16 MiB.
    """
    expected = tuple(part.name for part in PARTS[kind])
    missing = set(expected) - set(parts)
    incomplete = missing == set(expected) if kind in _ANY_PART else bool(missing)
    if set(parts) - set(expected) or incomplete:
        raise Invalid(
            f"This model takes {', '.join(expected)}; {', '.join(sorted(parts))} came. Send what "
            "it takes.",
            code="parts_unexpected",
            expected=", ".join(expected),
            given=", ".join(sorted(parts)),
        )
    contents = {name: _content(part) for name, part in parts.items()}
    size = sum(len(one) for one in contents.values() if isinstance(one, bytes | str))
    if size > MAX_BYTES:
        raise beyond_limit()
    files = {name: one for name, one in contents.items() if isinstance(one, bytes)}
    values = {name: one for name, one in contents.items() if not isinstance(one, bytes)}
    if not files:
        return {"json": {**values, **options}}
    return {
        "files": {name: (name, content) for name, content in files.items()},
        "data": {name: str(value) for name, value in {**values, **options}.items()},
    }


def beyond_limit() -> TooLarge:
    """Return the refusal of what is larger than a model server takes."""
    return TooLarge(
        "The request is larger than 16 MiB. Send a smaller one.",
        code="request_too_large",
        maximum=MAX_BYTES,
    )


def parts_of_content(media: Media, content: bytes) -> dict[str, Part]:
    """Return a sample's file as parts.

    Raises:
        Invalid: when it is a table, of which a model takes rows.
    """
    match media:
        case Media.IMAGE:
            return {"image": content}
        case Media.AUDIO:
            return {"sound": content}
        case Media.VIDEO:
            return {"video": content}
        case Media.TEXT:
            return {"text": content.decode()}
        case Media.TEXT_PAIR:
            pair: dict[str, Part] = json.loads(content)
            return pair
        case Media.TABLE:
            raise Invalid(
                "A model takes rows, not a whole table. Send some rows as 'data'.",
                code="sample_is_table",
            )


def _content(part: Part) -> bytes | str | list[Any] | dict[str, Any]:
    if isinstance(part, UploadedFile):
        uploaded: bytes = part.read()
        return uploaded
    return part
