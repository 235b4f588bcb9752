"""Clean texts, remembering where each character went so that spans can follow."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.specs.cleaning import (
    MaskPersonalData,
    NormaliseText,
    SimplifyChinese,
    StripText,
    TextStep,
)

Replace = Callable[[re.Match[str]], str]

# A comment holds no beginning of another one. It might, but a text of beginnings without an end
# would then be read to its end from each of them.
_TAG = re.compile(r"<!--(?:[^<-]++|-(?!->)|<(?!!--))*+-->|</?[a-zA-Z][^<>]*+>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")
_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]+", re.ASCII)
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\U000e0020-\U000e007f\ufe0f\u200d\u20e3]+"
)
# A character with the marks that combine with it, which normalise together.
_CLUSTER = re.compile("[^\u0300-\u036f\u3099\u309a][\u0300-\u036f\u3099\u309a]*")
_SPACE = re.compile(r"\s+")
# From the beginning of a run of such characters on, so that a long one is read once.
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)+", re.ASCII)
# Mainland China's resident number of 18 places, and the social security number of the USA.
_IDENTITY = re.compile(
    r"(?<!\d)(?:[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]"
    r"|\d{3}-\d{2}-\d{4})(?!\d)"
)
# Mobile numbers of mainland China, and international numbers with their plus sign.
_PHONE = re.compile(
    r"(?<!\d)(?:(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}|0\d{2,3}-\d{7,8}"
    r"|\+\d{1,3}(?:[- ]?\(?\d{1,4}\)?){2,4})(?!\d)"
)


@dataclass(frozen=True)
class Edited:
    """A text, and where the gaps between characters of the original are in it.

    ``gaps`` has one entry more than the original has characters; ``None`` is a gap inside what was
    replaced.
    """

    original: str
    text: str
    gaps: tuple[int | None, ...]

    @classmethod
    def of(cls, text: str) -> Edited:
        """Return a text as it is."""
        return cls(text, text, tuple(range(len(text) + 1)))

    def replace(self, pattern: re.Pattern[str], replacement: str | Replace) -> Edited:
        """Return the text with all matches replaced."""
        parts: list[str] = []
        moved: list[int | None] = [0]
        length = last = 0
        for match in pattern.finditer(self.text):
            start, end = match.span()
            if start == end:
                continue
            new = replacement if isinstance(replacement, str) else replacement(match)
            parts += (self.text[last:start], new)
            moved += range(length + 1, length + start - last + 1)
            length += start - last + len(new)
            moved += [None] * (end - start - 1)
            moved.append(length)
            last = end
        parts.append(self.text[last:])
        moved += range(length + 1, length + len(self.text) - last + 1)
        return Edited(
            self.original,
            "".join(parts),
            tuple(None if gap is None else moved[gap] for gap in self.gaps),
        )

    def rewritten(self, text: str) -> Edited:
        """Return another text of the same meaning; gaps are kept where the length is the same."""
        if text == self.text:
            return self
        known = len(text) == len(self.text)
        return Edited(self.original, text, self.gaps if known else (None,) * len(self.gaps))

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the original is now; ``None`` when it is not whole any more."""
        if end >= len(self.gaps):
            return None
        first, last = self.gaps[start], self.gaps[end]
        return None if first is None or last is None or last <= first else (first, last)


def clean_text(edited: Edited, step: TextStep) -> Edited:
    """Take one step."""
    match step:
        case NormaliseText():
            return _normalised(edited)
        case SimplifyChinese():
            return edited.rewritten(_converter().convert(edited.text))
        case StripText():
            return _stripped(edited, step)
        case MaskPersonalData():
            return _masked(edited, step)


def _normalised(edited: Edited) -> Edited:
    changed = edited.replace(
        _CLUSTER, lambda match: unicodedata.normalize("NFKC", match.group())
    ).replace(_SPACE, " ")
    return changed.replace(re.compile(r"\A | \Z"), "")


def _stripped(edited: Edited, step: StripText) -> Edited:
    if step.html:
        edited = edited.replace(_TAG, " ")
        edited = edited.replace(_ENTITY, lambda match: html.unescape(match.group()))
    if step.addresses:
        edited = edited.replace(_ADDRESS, "")
    if step.emoji:
        edited = edited.replace(_EMOJI, "")
    return edited


def _masked(edited: Edited, step: MaskPersonalData) -> Edited:
    wanted: Iterable[tuple[bool, re.Pattern[str], str]] = (
        (step.emails, _MAIL, "[EMAIL]"),
        # Before telephone numbers, which are a part of some of them.
        (step.identity_numbers, _IDENTITY, "[ID]"),
        (step.phones, _PHONE, "[PHONE]"),
    )
    for is_wanted, pattern, word in wanted:
        if is_wanted:
            edited = edited.replace(pattern, word)
    return edited


@cache
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")
