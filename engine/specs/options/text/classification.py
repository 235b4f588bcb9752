"""Options of ``text.classification``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import option
from engine.specs.text_reading import TextOptions


class TextClassificationOptions(TextOptions):
    """What a user may set for a text classification run; defaults suit most data.

    ``longest_ngram``, ``max_ngrams`` and ``strength`` are of the n-gram models, the schedule is of
    the others.
    """

    longest_ngram: Annotated[int, Field(ge=1, le=8)] | Literal["auto"] = option(
        "auto", group="ngrams", expert=True, search=(1, 6)
    )
    max_ngrams: int = option(300_000, group="ngrams", ge=100, le=2_000_000, expert=True)
    strength: float = option(
        10.0, group="ngrams", gt=0, le=10_000, search=(0.1, 1000), log=True, expert=True
    )
    label_smoothing: float = option(
        0.0, group="regularisation", ge=0, le=0.5, expert=True, search=(0, 0.2)
    )
    class_weights: Literal["auto", "none", "balanced"] = option(
        "auto", group="data", expert=True, among=("none", "balanced")
    )


OPTIONS = TextClassificationOptions
