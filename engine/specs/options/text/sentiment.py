"""Options of ``text.sentiment``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.options.text.classification import TextClassificationOptions
from engine.specs.spec import option


class TextSentimentOptions(TextClassificationOptions):
    """What a user may set for a sentiment run; ``max_span_words`` is of aspects."""

    max_span_words: Annotated[int, Field(ge=1, le=256)] | Literal["auto"] = option(
        "auto", group="data", unit="words", expert=True
    )
    max_features: int = option(90_000, group="model", ge=0, le=1_000_000, expert=True)


OPTIONS = TextSentimentOptions
