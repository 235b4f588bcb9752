"""Options of ``text.similarity``."""

from __future__ import annotations

from engine.specs.spec import option
from engine.specs.text_reading import TextOptions


class TextSimilarityOptions(TextOptions):
    """What a user may set for a similarity run; defaults suit most data.

    Both texts of a pair are read whole, so ``max_words`` is the longest that is taken.
    """

    max_features: int = option(30_000, group="model", ge=0, le=1_000_000, expert=True)


OPTIONS = TextSimilarityOptions
