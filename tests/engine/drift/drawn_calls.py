"""Calls that are drawn: a number, a category and a descriptor each, whose distribution is known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import DriftReference, make_reference, read_reference
from engine.drift.window import Window
from engine.specs.data import Split

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CLASSES = ("cat", "dog", "horse")


def drawn_calls(
    count: int,
    seed: int,
    *,
    mean: float = 0.0,
    deviation: float = 1.0,
    missing: float = 0.02,
    shares: Sequence[float] = (0.6, 0.3, 0.1),
    content: float = 0.0,
) -> list[CallFeatures]:
    """Return calls; ``content`` moves their descriptors."""
    chance = np.random.default_rng(seed)
    return [
        CallFeatures(
            {
                "input.size": None if chance.random() < missing else chance.normal(mean, deviation),
                "answer.confidence": chance.beta(8, 2),
            },
            {"answer.class": str(chance.choice(CLASSES, p=shares))},
            descriptor=chance.normal(content, 1, 16).astype(np.float32),
        )
        for _ in range(count)
    ]


def reference_of(calls: Sequence[CallFeatures]) -> DriftReference:
    """Return the reference of calls, as it is read from its file."""
    made = make_reference(calls, Split.TEST)
    assert made is not None
    return read_reference(made.model_dump_json().encode())


def window_of(reference: DriftReference, calls: Sequence[CallFeatures]) -> Window:
    """Return a window of calls."""
    window = Window(reference)
    for call in calls:
        window.add(call, NOW)
    return window
