"""The weight of a language model is the one that helps on held-out recordings."""

from __future__ import annotations

import numpy as np
from easel.runtime.ctc import LanguageModel
from easel.runtime.ctc.paths import LogProbabilities

from engine.training.speech.weighing import weigh

LANGUAGE = LanguageModel(
    2, {"": {"a": 3, "b": 3, "\n": 3}, "\n": {"a": 3}, "a": {"b": 3}, "b": {"\n": 3}}, 3
)


def _heard(*columns: tuple[float, float, float]) -> LogProbabilities:
    return np.log(np.array(columns))


def test_a_model_that_knows_the_language_gets_a_weight() -> None:
    unsure = _heard((0.01, 0.98, 0.01), (0.98, 0.01, 0.01), (0.01, 0.51, 0.48))

    tried = weigh([unsure], ["ab"], "ab", LANGUAGE, beam_width=8)

    assert [one.language_weight for one in tried] == sorted(one.language_weight for one in tried)
    assert tried[0].language_weight == 0
    assert tried[0].character_error_rate == 0.5
    best = min(tried, key=lambda one: one.character_error_rate)
    assert best.language_weight > 0
    assert best.character_error_rate == 0


def test_a_model_of_another_language_gets_none() -> None:
    sure = _heard((0.02, 0.08, 0.9), (0.9, 0.05, 0.05), (0.02, 0.9, 0.08))

    tried = weigh([sure], ["ba"], "ab", LANGUAGE, beam_width=8)

    assert min(tried, key=lambda one: one.character_error_rate).language_weight == 0
