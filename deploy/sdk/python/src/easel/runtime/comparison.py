"""How far apart two arrays or two JSON documents are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.runtime.run_lengths import decompressed_counts

NUMBER_TOLERANCE = 1e-3
"""Largest difference of two numbers in a prediction, absolute or as a share of the larger."""

BOX_FIELDS = ("left", "top", "width", "height")
PIXEL_TOLERANCE = 2
"""Both ends of a side may be rounded the other way."""

MASK_TOLERANCE = 0.01
LEAST_MASK_PIXELS = 4
"""Share of a mask's pixels that may differ, and a number that always may."""


def array_difference(given: NDArray[np.generic], expected: NDArray[np.generic]) -> float:
    """Return the largest absolute difference, 0 for equal arrays, infinity for unlike ones.

    Equal infinities do not differ, nor do two that are no numbers. Texts are equal or unlike.
    """
    if given.shape != expected.shape:
        return float("inf")
    if expected.dtype.kind in "OUS" or given.dtype.kind in "OUS":
        same = bool(np.array_equal(given.astype(str), expected.astype(str)))
        return 0.0 if same else float("inf")
    if given.dtype != expected.dtype:
        return float("inf")
    if given.size == 0 or np.array_equal(given, expected):
        return 0.0
    # Equal infinities differ by no number here, which is put right below.
    with np.errstate(invalid="ignore"):
        difference = np.abs(given.astype(np.float64) - expected.astype(np.float64))
    same_nan = (given != given) & (expected != expected)
    difference = np.where((given == expected) | same_nan, 0.0, difference)
    largest = float(np.max(difference))
    return float("inf") if np.isnan(largest) else largest


def json_differences(given: Any, expected: Any, place: str) -> Iterator[str]:
    """Yield what differs between two JSON values, as sentences without an end.

    Objects must have the same names, lists the same length, and everything but numbers must be
    equal; numbers may differ by ``NUMBER_TOLERANCE``. Places in images are rounded to pixels from
    numbers that differ in their last digits, so the fields of a box may differ by
    ``PIXEL_TOLERANCE``, and a ``mask`` in ``MASK_TOLERANCE`` of its pixels.
    """
    if isinstance(given, dict) and isinstance(expected, dict):
        if set(given) != set(expected):
            yield f"{place} has the fields {sorted(given)}, recorded {sorted(expected)}"
            return
        for name in expected:
            one, other = given[name], expected[name]
            if name in BOX_FIELDS and _is_number(one) and _is_number(other):
                if abs(one - other) > PIXEL_TOLERANCE:
                    yield f"{place}.{name} is {one:.6g}, recorded {other:.6g}"
            elif name == "mask" and isinstance(one, str) and isinstance(other, str):
                yield from _mask_differences(one, other, f"{place}.{name}")
            else:
                yield from json_differences(one, other, f"{place}.{name}")
    elif isinstance(given, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(given) != len(expected):
            yield f"{place} has {len(given)} items, recorded {len(expected)}"
            return
        for index, (one, other) in enumerate(zip(given, expected)):
            yield from json_differences(one, other, f"{place}[{index}]")
    elif _is_number(given) and _is_number(expected):
        if not abs(given - expected) <= NUMBER_TOLERANCE * max(1.0, abs(given), abs(expected)):
            yield f"{place} is {given:.6g}, recorded {expected:.6g}"
    elif given != expected or _is_number(given) or _is_number(expected):
        yield f"{place} is {given!r}, recorded {expected!r}"


def _mask_differences(given: str, expected: str, place: str) -> Iterator[str]:
    if given == expected:
        return
    try:
        counts = [decompressed_counts(text) for text in (given, expected)]
    except InputError:
        yield f"{place} is {given!r}, recorded {expected!r}"
        return
    one, other = (np.repeat(np.arange(len(runs)) % 2 == 1, runs) for runs in counts)
    if len(one) != len(other):
        yield f"{place} covers {len(one)} pixels, recorded {len(other)}"
        return
    apart, area = int((one != other).sum()), int(other.sum())
    if apart > max(LEAST_MASK_PIXELS, MASK_TOLERANCE * area):
        yield f"{place} differs in {apart} pixels, recorded are {area}"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
