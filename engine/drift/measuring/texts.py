"""What is measured of a text, in any language."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.drift.measuring.features import Descriptor

# What lies behind is not looked at but for the length.
_MAX_CHARACTERS = 4000
_BUCKETS = 256
# Odd 32-bit factors; see Knuth, The Art of Computer Programming 3, section 6.4.
_FIRST, _SECOND = np.uint32(2654435761), np.uint32(2246822519)
_SHIFT = np.uint32(24)
_IDEOGRAPHS = (0x3400, 0x9FFF)


def text_numbers(text: str) -> dict[str, float | None]:
    """Return the number of characters, and the shares of kinds of them.

    Shares are absent of an empty text.
    """
    codes = _codes(text)
    numbers: dict[str, float | None] = {"characters": float(len(text))}
    upper = (codes >= ord("A")) & (codes <= ord("Z"))
    lower = (codes >= ord("a")) & (codes <= ord("z"))
    digits = (codes >= ord("0")) & (codes <= ord("9"))
    ideographs = (codes >= _IDEOGRAPHS[0]) & (codes <= _IDEOGRAPHS[1])
    spaces = (codes == ord(" ")) | ((codes >= 9) & (codes <= 13)) | (codes == 0x3000)
    punctuation = ~(upper | lower | digits | spaces) & (
        (codes < 128) | ((codes >= 0x2000) & (codes <= 0x303F)) | (codes >= 0xFF00)
    )
    kinds = {
        "letters": upper | lower,
        "capitals": upper,
        "digits": digits,
        "ideographs": ideographs,
        "spaces": spaces,
        "punctuation": punctuation,
    }
    for name, is_kind in kinds.items():
        numbers[name] = float(is_kind.mean()) if len(codes) else None
    return numbers


def text_descriptor(*texts: str) -> Descriptor:
    """Return how often pairs of neighbouring characters occur, in 256 buckets (256,) of length 1.

    Roots of counts: otherwise the commonest pairs would drown all others.
    """
    counts = np.zeros(_BUCKETS, np.float32)
    for text in texts:
        codes = _codes(text)
        hashed = (codes[:-1] * _FIRST + codes[1:] * _SECOND) * _FIRST >> _SHIFT
        counts += np.bincount(hashed, minlength=_BUCKETS)
    roots: Descriptor = np.sqrt(counts)
    length = float(np.linalg.norm(roots))
    return roots / np.float32(length) if length > 0 else roots


def _codes(text: str) -> NDArray[np.uint32]:
    # Lone surrogates are characters of a JSON text, too.
    kept = text[:_MAX_CHARACTERS].encode("utf-32-le", "surrogatepass")
    return np.frombuffer(kept, np.uint32)
