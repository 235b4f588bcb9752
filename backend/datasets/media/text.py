"""Texts and pairs of texts: decoded, counted, and kept as UTF-8.

Positions in a text count its Unicode code points as they are stored: line ends stay as they came.
"""

from __future__ import annotations

import json

from backend.datasets.media.content import Content, size_of, whole
from backend.datasets.media.properties import MediaProperties, Problem, excerpt_of
from engine.formats.reading.contents import pair_content
from engine.formats.reading.encoding_guess import guess_encoding

MAX_CHARACTERS = 1_000_000
TEXT_TYPE = "text/plain; charset=utf-8"
PAIR_TYPE = "application/json"
PAIR_PARTS = ("text1", "text2")
# The most that a character takes in any of the encodings, and as a JSON escape.
_BYTES_A_CHARACTER = 4
_BYTES_AN_ESCAPE = 12


def examine_sized(content: Content, *, is_pair: bool) -> MediaProperties | Problem:
    """Return the properties of a text or a pair, which is read only if it can be short enough."""
    each = _BYTES_AN_ESCAPE if is_pair else _BYTES_A_CHARACTER
    if size_of(content) > MAX_CHARACTERS * each + 1000:
        return _too_many(size_of(content) // each)
    return examine_pair(whole(content)) if is_pair else examine(whole(content))


def examine(content: bytes) -> MediaProperties | Problem:
    """Return the properties of a text, which is kept as UTF-8 without a byte order mark."""
    text = decode(content)
    if isinstance(text, Problem):
        return text
    return _too_long(text) or MediaProperties(
        content=text.encode(),
        media_type=TEXT_TYPE,
        num_characters=len(text),
        excerpt=excerpt_of(text),
    )


def examine_pair(content: bytes) -> MediaProperties | Problem:
    """Return the properties of a JSON object of ``text1`` and ``text2``, kept in one form."""
    text = decode(content)
    if isinstance(text, Problem):
        return text
    try:
        document = json.loads(text)
    except RecursionError:
        return _not_a_pair("is nested too deeply")
    except ValueError as error:
        return _not_a_pair(f"is no JSON ({error})")
    if not isinstance(document, dict) or set(document) != set(PAIR_PARTS):
        return _not_a_pair("is no JSON object of text1 and text2")
    pair = [document[part] for part in PAIR_PARTS]
    if not all(isinstance(part, str) and part.strip() for part in pair):
        return _not_a_pair("has an empty text")
    if not _is_storable("".join(pair)):
        return _not_a_pair("holds NUL or half of a character")
    return _too_long("".join(pair)) or MediaProperties(
        content=pair_content(*pair),
        media_type=PAIR_TYPE,
        num_characters=sum(map(len, pair)),
        excerpt=excerpt_of(" | ".join(pair)),
    )


def decode(content: bytes) -> str | Problem:
    """Return the text of a file in Unicode or an encoding of East Asia that it looks like."""
    guess = guess_encoding(lambda: [content])
    # Letters of Latin-1 may be those of any other encoding of single bytes.
    if not guess.num_damaged and guess.encoding not in ("cp1252", "latin-1"):
        try:
            text = content.decode(guess.encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            text = "\x00"
        if "\x00" not in text:
            if not text.strip():
                return Problem("text_empty", "The text is empty. Leave it out.")
            return text
    return Problem(
        "not_a_text",
        "The file is not a text in UTF-8, nor surely in a Chinese, Japanese or Korean encoding. "
        "Save it as UTF-8, or leave it out.",
    )


def _too_long(text: str) -> Problem | None:
    if len(text) <= MAX_CHARACTERS:
        return None
    return _too_many(len(text))


def _too_many(num: int) -> Problem:
    return Problem(
        "text_too_long",
        f"The text has {num} characters; at most {MAX_CHARACTERS} are accepted. Divide it.",
        {"num": num, "maximum": MAX_CHARACTERS},
    )


def _is_storable(text: str) -> bool:
    return "\0" not in text and text.encode("utf-8", "replace").decode() == text


def _not_a_pair(reason: str) -> Problem:
    return Problem(
        "not_a_text_pair",
        f'The file {reason}. A pair is written as {{"text1": "…", "text2": "…"}}.',
        {"reason": reason},
    )
