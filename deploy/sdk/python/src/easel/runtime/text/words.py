"""Words of any script, as runs of code points: the same split on every platform."""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[int, int]

# Scripts written without spaces between words: each of their characters is a word here.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x2E80, 0x30FF),  # radicals, kana
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def fold(text: str) -> str:
    """Return a text of the same length in lower case, with full-width forms made half-width.

    Characters whose lower case is longer stay as they are, so that places in the folded text are
    places in the text.
    """
    return "".join(map(_fold_character, text)) if not text.isascii() else text.lower()


def _fold_character(character: str) -> str:
    code = ord(character)
    if 0xFF01 <= code <= 0xFF5E:
        character = chr(code - 0xFEE0)
    elif code == 0x3000:
        return " "
    lower = character.lower()
    return lower if len(lower) == 1 else character


def word_spans(text: str) -> list[Span]:
    """Return where the words of a text are, half open.

    A word is a run of letters and digits of scripts that are written with spaces; every other
    character that is no space is a word by itself.
    """
    spans: list[Span] = []
    start = -1
    for place, character in enumerate(text):
        if character.isalnum() and not is_unspaced(character):
            if start < 0:
                start = place
            continue
        if start >= 0:
            spans.append((start, place))
            start = -1
        if not character.isspace():
            spans.append((place, place + 1))
    if start >= 0:
        spans.append((start, len(text)))
    return spans


def character_spans(text: str) -> list[Span]:
    """Return where the characters of a text are that are no spaces."""
    return [(i, i + 1) for i, character in enumerate(text) if not character.isspace()]


def is_unspaced(character: str) -> bool:
    """Return whether a character is of a script that puts no spaces between words."""
    code = ord(character)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)


def shape(word: str) -> str:
    """Return how a word looks: ``Aa`` for ``Paris``, ``A0`` for ``B52``."""
    kinds = [_kind(character) for character in word]
    return "".join(kind for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1])


def _kind(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return character


def word_features(
    words: Sequence[str], shapes: Sequence[str], windows: Sequence[Sequence[int]], affixes: int
) -> list[list[str]]:
    """Return the names of each word's features, one per window, then affixes, then the shape.

    Args:
        words: folded.
        shapes: of the words as they are written; used when ``affixes`` is not 0.
        windows: each lists the neighbours (0 is the word itself) that make one feature together.
        affixes: beginnings and ends of 1 to so many characters are features too.
    """

    def at(place: int) -> str:
        return words[place] if 0 <= place < len(words) else ""

    named = []
    for place, word in enumerate(words):
        names = [
            "\t".join([str(number), *(at(place + offset) for offset in window)])
            for number, window in enumerate(windows)
        ]
        if affixes:
            names += [f"<\t{word[:n]}" for n in range(1, affixes + 1)]
            names += [f">\t{word[-n:]}" for n in range(1, affixes + 1)]
            names.append(f"=\t{shapes[place]}")
        named.append(names)
    return named
