"""The parts of a request, as JSON, a form or a whole body carry them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import orjson

from engine.serving.errors import ServingError

ALIAS = "file"
"""In a form, the only file may go by this name."""


class Part(Protocol):
    """One part of a request: of ``easel.runtime`` or of ``engine.specs.requests``."""

    @property
    def name(self) -> str:
        """The field of a JSON request, the part of a form."""

    @property
    def is_file(self) -> bool:
        """Whether it is a file rather than a value."""

    @property
    def is_text(self) -> bool:
        """Whether its value is a text rather than any JSON value."""

    @property
    def media(self) -> tuple[str, ...]:
        """Beginnings of the media types under which it may be a whole body."""

    @property
    def required(self) -> bool:
        """Whether a request without it is refused."""


def parts_of_json(parts: Sequence[Part], document: Mapping[str, Any]) -> dict[str, Any]:
    """Take the parts out of a JSON object; files are base64.

    Raises:
        ServingError: ``field_missing``, ``field_invalid`` or ``base64_invalid``.
    """
    given: dict[str, Any] = {}
    for part in parts:
        value = document.get(part.name)
        if value is None:
            if part.required:
                raise missing(part, f"The JSON has no field '{part.name}'.")
        else:
            given[part.name] = part_of_json(part, value)
    return _not_empty(parts, given)


def part_of_json(part: Part, value: object) -> Any:
    """Return one part: the bytes of a file, or the value.

    Raises:
        ServingError: ``field_invalid`` or ``base64_invalid``.
    """
    if part.is_file:
        return _file_of_base64(part, value)
    if part.is_text and not isinstance(value, str):
        raise ServingError(
            f"The field '{part.name}' must be text.", code="field_invalid", field=part.name
        )
    return value


def parts_of_form(parts: Sequence[Part], form: Mapping[str, bytes]) -> dict[str, Any]:
    """Take the parts out of a form: files as they are, texts in UTF-8, other values as JSON.

    Raises:
        ServingError: ``field_missing`` or ``field_invalid``.
    """
    given: dict[str, Any] = {}
    for part in parts:
        content = next((form[name] for name in form_names(parts, part) if name in form), None)
        if content is not None:
            given[part.name] = part_of_bytes(part, content)
        elif part.required:
            raise missing(part, f"The form has no part '{part.name}'.")
    return _not_empty(parts, given)


def form_names(parts: Sequence[Part], part: Part) -> tuple[str, ...]:
    """Return the names by which a form may call a part."""
    is_only_file = part.is_file and sum(one.is_file for one in parts) == 1
    return (part.name, ALIAS) if is_only_file else (part.name,)


def parts_of_body(parts: Sequence[Part], media_type: str, body: bytes) -> dict[str, Any]:
    """Take a whole body as the part that its media type stands for.

    Raises:
        ServingError: ``media_type_unsupported``, ``field_missing`` or ``field_invalid``.
    """
    if media_type == "application/x-www-form-urlencoded" and _is_plain(body):
        raise ServingError(
            "The body is a URL-encoded form, which cannot carry files. Send the file itself, a "
            "multipart form, or JSON.",
            code="media_type_unsupported",
        )
    part = _part_of_media(parts, media_type)
    if not body:
        raise missing(part, "The body is empty.")
    return {part.name: part_of_bytes(part, body)}


def part_of_bytes(part: Part, content: bytes) -> Any:
    """Return one part that came as bytes: a file, a text in UTF-8, or JSON.

    Raises:
        ServingError: ``field_invalid``.
    """
    if part.is_file:
        return content
    try:
        # Programs of Windows begin a text with a byte order mark.
        return content.decode("utf-8-sig") if part.is_text else orjson.loads(content)
    except ValueError as error:
        form = "UTF-8" if part.is_text else "JSON"
        raise ServingError(
            f"The part '{part.name}' is not {form} ({error}). Send it as {form}.",
            code="field_invalid",
            field=part.name,
        ) from error


def missing(part: Part, message: str) -> ServingError:
    """Return the error for an absent part, which says how to send it."""
    if part.is_file:
        how = "Send the file: in base64 in JSON, as it is in a form or as the body."
    else:
        how = "Send it."
    return ServingError(f"{message} {how}", code="field_missing", field=part.name)


def _part_of_media(parts: Sequence[Part], media_type: str) -> Part:
    """Return the part that a body of a media type is: the only one, or the one that says so."""
    if len(parts) == 1 and (parts[0].is_file or parts[0].is_text):
        return parts[0]
    for part in parts:
        if media_type.startswith(part.media):
            return part
    raise ServingError(
        f"A body of type '{media_type}' cannot be {' and '.join(part.name for part in parts)}. "
        "Send JSON or a multipart form.",
        code="media_type_unsupported",
    )


def _not_empty(parts: Sequence[Part], given: dict[str, Any]) -> dict[str, Any]:
    if not given:
        names = "' or '".join(part.name for part in parts)
        raise missing(parts[0], f"The request has no '{names}'.")
    return given


def _is_plain(body: bytes) -> bool:
    """Return whether a body begins like a URL-encoded form: files have bytes beyond ASCII.

    curl calls every body such a form, unless it is told otherwise.
    """
    return all(0x20 <= byte <= 0x7E for byte in body[:64])


def _file_of_base64(part: Part, value: object) -> bytes:
    if not isinstance(value, str):
        raise ServingError(
            f"The field '{part.name}' must be text: the file in base64.",
            code="field_invalid",
            field=part.name,
        )
    if value.startswith("data:"):
        raise ServingError(
            f"The field '{part.name}' begins with a data-URL head. Send only what follows "
            "'base64,'.",
            code="base64_invalid",
            field=part.name,
        )
    try:
        # Many encoders break their lines.
        return base64.b64decode("".join(value.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ServingError(
            f"The field '{part.name}' is not base64 ({error}). Send the file in base64.",
            code="base64_invalid",
            field=part.name,
        ) from error
