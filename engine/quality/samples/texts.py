"""Measure texts: how long they are, in which script, and whether they can be read at all."""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.quality.column_store import (
    DIGEST_BYTES,
    ColumnStore,
    Finding,
    Measurements,
    Twin,
    Unreadable,
)
from engine.quality.duplicates.near_texts import NearTexts, comparable
from engine.quality.hashing import normal_text
from engine.quality.histograms import histograms
from engine.quality.outliers import log_scores
from engine.specs.inspection import Bars, Chart, Histogram, InspectionThresholds

SCRIPTS = ("han", "kana", "hangul", "latin", "cyrillic", "arabic", "other")
# The first word of a character's Unicode name tells its script.
_NAMED = {
    "CJK": "han",
    "HIRAGANA": "kana",
    "KATAKANA": "kana",
    "HANGUL": "hangul",
    "LATIN": "latin",
    "FULLWIDTH": "latin",
    "CYRILLIC": "cyrillic",
    "ARABIC": "arabic",
}
# Addresses end where ASCII does: other scripts put no space after them. A mail address is looked
# for where a run of its characters begins, as doing so at each of them takes quadratic time.
_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]+|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+", re.ASCII)
# What UTF-8 looks like when it was read as Latin-1 or Windows-1252.
_MOJIBAKE = re.compile(r"[ÃÂâåäæçèé][\u0080-\u00bf\u0152\u0153\u0160\u0161\u20ac\u2019-\u201d]")
_UNREADABLE = frozenset({"Cc", "Co", "Cn", "Cs"})
_SPACES = frozenset("\t\n\r")
_MAX_FEATURE_CHARACTERS = 4000
_REPEATED_FROM = 10
# Texts that are at hand when others are compared with them.
_NUM_REMEMBERED = 20_000
_TEXT_PARTS = ("text1", "text2")


class Texts:
    """The media ``text`` and ``text_pair``."""

    def __init__(self, thresholds: InspectionThresholds, *, is_pair: bool) -> None:
        self._is_pair = is_pair
        self._edits = thresholds.text_edits
        self._overlap = thresholds.text_overlap

    def measure(self, path: Path, *, with_features: bool) -> Measurements:
        """Read one text and measure it.

        Raises:
            Unreadable: when it is not UTF-8, or no pair.
        """
        text = self._read(path)
        normal = normal_text(text)
        script = script_of(text)
        return Measurements(
            numbers={
                "characters": len(text),
                "garbled_share": garbled_share(text),
                "repeated_share": repeated_share(normal),
                "number_share": number_share(text),
                "script": math.nan if script is None else SCRIPTS.index(script),
            },
            content=hashlib.blake2b(
                normal.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES
            ).digest(),
            features=text[:_MAX_FEATURE_CHARACTERS] if with_features else None,
        )

    def twins(self, store: ColumnStore, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield texts that differ in a few characters only, or share most of a long text."""

        @lru_cache(maxsize=_NUM_REMEMBERED)
        def read(place: int) -> str:
            return comparable(self._read(root / store.files[place]))

        seen: NearTexts[int] = NearTexts(self._edits, read, self._overlap)
        for place in chosen.tolist():
            text = read(place)
            leader = seen.earlier(text, place) if text else None
            if leader is not None:
                yield Twin(place, leader)

    def findings(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
        """Yield short, long, garbled and foreign texts, and those of mostly numbers."""
        length = store.numbers("characters")
        scores = log_scores(length)
        yield store.finding(
            "text_short",
            length < thresholds.min_characters,
            -length,
            measured=("characters",),
            characters=thresholds.min_characters,
        )
        yield store.finding(
            "text_long", scores > thresholds.outlier, scores, measured=("characters",)
        )
        garbled, repeated = store.numbers("garbled_share"), store.numbers("repeated_share")
        yield store.finding(
            "text_garbled",
            (garbled > thresholds.garbled_share) | (repeated > thresholds.repeated_share),
            np.maximum(garbled, repeated),
            measured=("garbled_share", "repeated_share"),
        )
        share = thresholds.number_share
        numbers = store.numbers("number_share")
        yield store.finding(
            "text_numbers", numbers >= share, numbers, measured=("number_share",), share=share
        )
        yield from _other_script(store, thresholds)

    def charts(self, store: ColumnStore) -> Iterator[Chart]:
        """Yield how long the texts are and which scripts they are in."""
        lengths: Iterator[Histogram] = histograms(store, ("characters", "", True))
        yield from lengths
        counts = _script_counts(store)
        if counts:
            names = sorted(counts, key=lambda name: -counts[name])
            yield Bars(
                name="script", labels=tuple(names), counts=tuple(counts[name] for name in names)
            )

    def _read(self, path: Path) -> str:
        try:
            text = path.read_bytes().decode("utf-8")
            if not self._is_pair:
                return text
            document = json.loads(text)
            return "\n".join(str(document[part]) for part in _TEXT_PARTS)
        except UnicodeDecodeError as error:
            raise Unreadable("not_a_text", f"The text is not UTF-8: {error}.") from error
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable("not_a_text_pair", f"The file holds no pair: {error}.") from error


def script_of(text: str) -> str | None:
    """Return the script that most letters of a text are in, ``None`` when it has none.

    Any kana makes a text Japanese: its Han characters alone would not tell it from Chinese.
    """
    counts: Counter[str] = Counter()
    for character, num in Counter(text).items():
        if character.isalpha():
            word = unicodedata.name(character, "").partition(" ")[0].partition("-")[0]
            counts[_NAMED.get(word, "other")] += num
    if counts["kana"] and counts["kana"] * 10 >= counts["han"]:
        counts["kana"] += counts.pop("han", 0)
    return max(counts, key=lambda name: counts[name]) if counts.total() else None


def garbled_share(text: str) -> float:
    """Return the share of a text that is control characters, stand-ins or wrongly decoded."""
    if not text:
        return 0.0
    bad = sum(
        num
        for character, num in Counter(text).items()
        if character == "\ufffd"
        or (character not in _SPACES and unicodedata.category(character) in _UNREADABLE)
    )
    return (bad + 2 * len(_MOJIBAKE.findall(text))) / len(text)


def repeated_share(text: str) -> float:
    """Return the share of the most frequent character of a text; 0 for short ones."""
    if len(text) < _REPEATED_FROM:
        return 0.0
    return Counter(text).most_common(1)[0][1] / len(text)


def number_share(text: str) -> float:
    """Return the share of a text, without its spaces, that is digits, web or mail addresses."""
    solid = "".join(text.split())
    if not solid:
        return 0.0
    rest, num_addresses = _ADDRESS.subn(" ", text)
    left = "".join(rest.split())
    addressed = len(solid) - len(left) if num_addresses else 0
    return (addressed + sum(map(str.isdigit, left))) / len(solid)


def _script_counts(store: ColumnStore) -> dict[str, int]:
    places = store.numbers("script")
    places = places[~np.isnan(places)].astype(np.int64)
    counts = np.bincount(places, minlength=len(SCRIPTS))
    return {name: int(count) for name, count in zip(SCRIPTS, counts, strict=True) if count}


def _other_script(store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
    counts = _script_counts(store)
    total = sum(counts.values())
    if not total:
        return
    usual = max(counts, key=lambda name: counts[name])
    if counts[usual] < thresholds.script_share * total:
        return
    places = store.numbers("script")
    odd = ~np.isnan(places) & (places != SCRIPTS.index(usual))
    yield store.finding("text_other_script", odd, np.zeros(len(store)), usual=usual)
