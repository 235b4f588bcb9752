"""Tokens of a text and their tags: words or characters, never across the edge of a span."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_WIDE_LETTER = re.compile(f"[{_WIDE}]")
_WORD = re.compile(f"[{_WIDE}]|[^\\s{_WIDE}]+")
_LETTER = re.compile(r"\S")
TAG = re.compile(r"(?:O|([BIMESLU])[-_](.+))")
_STARTS, _ENDS = frozenset("BSU"), frozenset("ESLU")


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


@dataclass
class TaggedText:
    """A text put together from tokens: start, end and label of what their tags name.

    ``wrong`` are the places of tags that go on with nothing; an entity begins there.
    """

    text: str = ""
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)


def tagged_text(words: Sequence[str], tags: Sequence[str], *, by_character: bool) -> TaggedText:
    """Put tokens together, with spaces between words that are written so, and read their tags."""
    found = TaggedText()
    places = []
    for word in words:
        if found.text and not by_character and not (is_wide(found.text[-1]) or is_wide(word[0])):
            found.text += " "
        places.append((len(found.text), len(found.text) + len(word)))
        found.text += word
    label, start, end = "", 0, 0
    for number, (tag, (left, right)) in enumerate(zip(tags, places, strict=True)):
        match = TAG.fullmatch(tag)
        kind, named = (match[1], match[2] or "") if match else (None, "")
        if kind is None or kind in _STARTS or named != label:
            if kind is not None and kind not in _STARTS:
                found.wrong.append(number)
            if label:
                found.spans.append((start, end, label))
            label, start = named, left
        end = right
        if kind in _ENDS and label:
            found.spans.append((start, end, label))
            label = ""
    if label:
        found.spans.append((start, end, label))
    return found
