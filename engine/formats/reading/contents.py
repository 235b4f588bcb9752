"""What the bytes of a sample that is no file of its own look like: a text, or a pair of texts."""

from __future__ import annotations

import json
import re

from engine.errors import DataError

_HELD_BY_NONE = re.compile("[\x00\ud800-\udfff]")


def text_content(text: str) -> bytes:
    """Return the content of a text sample: UTF-8, as it is but for what no text can hold."""
    return _clean(text).encode()


def pair_content(text1: str, text2: str) -> bytes:
    """Return the content of a pair: one JSON object, the same bytes for the same pair."""
    pair = {"text1": _clean(text1), "text2": _clean(text2)}
    return json.dumps(pair, ensure_ascii=False, separators=(",", ":")).encode()


def _clean(text: str) -> str:
    return _HELD_BY_NONE.sub("\ufffd", text)


def read_pair(content: bytes) -> tuple[str, str]:
    """Return the two texts of a pair's content.

    Raises:
        DataError: when it is no such object.
    """
    try:
        pair = json.loads(content)
        text1, text2 = pair["text1"], pair["text2"]
        if not (isinstance(text1, str) and isinstance(text2, str)):
            raise TypeError("text1 and text2 have to be texts")
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"A pair of texts is a JSON object with text1 and text2; this is none ({error}).",
            code="pair_malformed",
        ) from error
    return text1, text2
