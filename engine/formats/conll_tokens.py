"""Tokens of a text, for tags: words or characters, never across the edge of a span."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_WIDE_LETTER = re.compile(f"[{_WIDE}]")
_WORD = re.compile(f"[{_WIDE}]|[^\\s{_WIDE}]+")
_LETTER = re.compile(r"\S")


def is_wide(letter: str) -> bool:
    """Tell a letter of a script that is written without spaces."""
    return _WIDE_LETTER.match(letter) is not None


def tokens_of(
    text: str, spans: Sequence[tuple[int, int]], *, by_word: bool
) -> list[tuple[int, int]]:
    """Return start and end of each token, in characters.

    Args:
        text: the text.
        spans: start and end of regions; no token reaches over an edge of one.
        by_word: split at spaces and around each Chinese letter; else every letter is a token.
    """
    pattern = _WORD if by_word else _LETTER
    edges = {edge for span in spans for edge in span}
    tokens = []
    for match in pattern.finditer(text):
        start, end = match.span()
        cuts = sorted(edge for edge in edges if start < edge < end) if by_word else []
        for left, right in zip([start, *cuts], [*cuts, end], strict=True):
            tokens.append((left, right))
    return tokens
