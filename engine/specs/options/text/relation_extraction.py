"""Options of ``text.relation_extraction``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import option
from engine.specs.text_reading import TextOptions


class TextRelationExtractionOptions(TextOptions):
    """What a user may set for a relation extraction run; defaults suit most data."""

    max_span_words: Annotated[int, Field(ge=1, le=256)] | Literal["auto"] = option(
        "auto", group="data", unit="words", expert=True
    )
    max_features: int = option(90_000, group="model", ge=0, le=1_000_000, expert=True)


OPTIONS = TextRelationExtractionOptions
