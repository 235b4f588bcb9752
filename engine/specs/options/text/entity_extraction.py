"""Options of ``text.entity_extraction``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import option
from engine.specs.text_reading import TextOptions


class TextEntityExtractionOptions(TextOptions):
    """What a user may set for an entity extraction run; defaults suit most data.

    ``head`` is ``chain`` (one tag per word: places never overlap) or ``pairs`` (a score for every
    span: they may nest). ``auto`` takes pairs when the marked places do overlap.
    """

    head: Literal["auto", "chain", "pairs"] = option(
        "auto", group="model", expert=True, among=("chain", "pairs")
    )
    max_span_words: Annotated[int, Field(ge=1, le=256)] | Literal["auto"] = option(
        "auto", group="data", unit="words", expert=True
    )
    dropout: float = option(0.5, group="regularisation", ge=0, le=0.9, search=(0.2, 0.6))
    max_features: int = option(90_000, group="model", ge=0, le=1_000_000, expert=True)


OPTIONS = TextEntityExtractionOptions
