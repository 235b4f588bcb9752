"""From scores of characters column by column to a text: what text and speech recognisers share."""

from easel.runtime.ctc.beam import Decoder
from easel.runtime.ctc.characters import read_characters
from easel.runtime.ctc.language import LanguageModel
from easel.runtime.ctc.paths import (
    BLANK,
    Reading,
    Symbol,
    align,
    best_path,
    decode,
    log_probabilities,
    mean_score,
)

__all__ = [
    "BLANK",
    "Decoder",
    "LanguageModel",
    "Reading",
    "Symbol",
    "align",
    "best_path",
    "decode",
    "log_probabilities",
    "mean_score",
    "read_characters",
]
