"""A request becomes Unicode text, or an error that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from easel.errors import InputError


class TextPair(NamedTuple):
    """Two texts that are compared."""

    text1: str
    text2: str


def decode_text(source: object, *, max_characters: int, part: str = "text") -> str:
    """Return a text as it is: nothing is trimmed or normalised.

    Args:
        source: a text, or its bytes in UTF-8 (a byte-order mark is left out).
        max_characters: most Unicode code points.
        part: the part of the request, for the message.

    Raises:
        InputError: ``text_invalid`` or ``text_too_long``.
    """
    if isinstance(source, (bytes, bytearray)):
        try:
            source = bytes(source).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                f"The {part} is not UTF-8 (byte {error.start}). Send it as UTF-8.",
                code="text_invalid",
                part=part,
            ) from error
    if not isinstance(source, str):
        raise InputError(
            f"The {part} is of type {type(source).__name__}; a text is expected.",
            code="text_invalid",
            part=part,
        )
    if len(source) > max_characters:
        raise InputError(
            f"The {part} has {len(source)} characters; at most {max_characters} are read. "
            "Send a shorter one, or parts of it.",
            code="text_too_long",
            num_characters=len(source),
            max_characters=max_characters,
        )
    return source


def decode_pair(source: object, *, max_characters: int) -> TextPair:
    """Return a pair of texts from an object with ``text1`` and ``text2``, or a tuple of two.

    Raises:
        InputError: ``text_invalid`` or ``text_too_long``.
    """
    if isinstance(source, tuple) and len(source) == 2:
        source = dict(zip(TextPair._fields, source))
    if not isinstance(source, Mapping) or set(source) != set(TextPair._fields):
        raise InputError(
            "A pair of texts is an object with 'text1' and 'text2', and nothing else.",
            code="text_invalid",
            part="text1",
        )
    pair: Mapping[str, Any] = source
    return TextPair(
        *(decode_text(pair[x], max_characters=max_characters, part=x) for x in TextPair._fields)
    )
