"""How much a language model should say beside the network: tried out on held-out recordings."""

# T columns, K characters and the blank

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from easel.runtime.ctc import Decoder, LanguageModel
from easel.runtime.ctc.paths import LogProbabilities

from engine.metrics.edits import Edits, edits

WEIGHING_FILE = "language_weights.json"
WEIGHTS = (0.0, 0.2, 0.4, 0.6, 0.9, 1.2)
BONUSES = (0.0, 1.0, 2.0)
"""For each character, in units of the weight: what a character costs the language model."""


@dataclass(frozen=True)
class Weighing:
    """What one weight of the language model gives on the validation split."""

    language_weight: float
    character_bonus: float
    character_error_rate: float


def weigh(
    scores: Sequence[LogProbabilities],
    texts: Sequence[str],
    characters: Sequence[str],
    language: LanguageModel,
    beam_width: int,
) -> list[Weighing]:
    """Return the error rate at each weight and bonus, the smallest weight first.

    Args:
        scores: (T, K) log probabilities of each recording.
        texts: what is said in them.
        characters: of the classes 1 and on.
        language: weighs texts.
        beam_width: of the search.
    """
    tried = []
    for weight in WEIGHTS:
        for bonus in BONUSES if weight else (0.0,):
            decoder = Decoder(characters, beam_width, language, weight, weight * bonus)
            errors = sum(
                (
                    edits(text, _transcript(decoder, one))
                    for one, text in zip(scores, texts, strict=True)
                ),
                Edits(),
            )
            tried.append(Weighing(weight, weight * bonus, errors.rate))
    return tried


def _transcript(decoder: Decoder, scores: LogProbabilities) -> str:
    return "".join(decoder.characters[place - 1] for place in decoder.search(scores)).strip()
