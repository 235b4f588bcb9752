"""Ask a quick classifier of what is labelled, before any model is trained."""

# N samples asked about, M labelled examples, D numbers of a sample, K labels

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.catalog import TASKS, PredictionKind
from engine.embeddings.embedders import require_embedder
from engine.embeddings.numbers import Floats
from engine.errors import DataError
from engine.models.linear import LinearModel, Scores, held_out
from engine.specs.suggestions import ClassifierSource, LabelledFile, SampleFile, Suggestion
from engine.suggestions.conversion import suggestion_of
from engine.suggestions.lines import content_of, in_batches, read_lines
from engine.suggestions.priorities import sampled

# Later examples are left out: learning from more costs time and changes little.
MAX_EXAMPLES = 20_000
_SOFTNESS = 0.1
_FITTED_ON, _BATCH = 2000, 200
_DISSIMILAR_SHARE = 0.1


class ClassifierSuggester:
    """A linear model of the examples, the less sure the less a sample is like any of them."""

    def __init__(
        self,
        source: ClassifierSource,
        task: str,
        files_root: Path,
        index: Path,
        *,
        multi_label: bool,
    ) -> None:
        """Read the examples and learn from them.

        Raises:
            DataError: ``no_samples`` when there are none.
            SpecError: ``embeddings_media`` when nothing is known of such files.
        """
        self._files_root = files_root
        self._is_multi_label = multi_label
        self._embed = require_embedder(TASKS[task].media)
        examples = [
            one
            for one, _ in zip(
                read_lines(Path(source.examples), LabelledFile), range(MAX_EXAMPLES), strict=False
            )
            if one.labels
        ]
        if not examples:
            raise DataError(
                "No sample has a label yet. Label one of each class first.", code="no_samples"
            )
        self._places = {one.id: place for place, one in enumerate(examples)}
        self._embed.fit(chain(map(self._read, examples[:_FITTED_ON]), sampled(index, files_root)))
        self._points_MD = np.concatenate(
            [self._embed(map(self._read, batch)) for batch in in_batches(iter(examples), _BATCH)]
        )
        self._names = sorted({name for one in examples for name in one.labels})
        self._given_MK = np.array(
            [[name in one.labels for name in self._names] for one in examples]
        )
        self._thresholds = dict.fromkeys(self._names, 0.5) if multi_label else {}
        self._least_similarity = _least_similarity(self._points_MD, self._given_MK)
        self._model = LinearModel.fit(self._points_MD, self._given_MK, is_multi_label=multi_label)

    def __call__(self, samples: Sequence[SampleFile]) -> Iterator[Suggestion]:
        """Yield a suggestion for each sample; one that cannot be read says so."""
        points_ND = self._embed(map(self._read, samples))
        for sample, point, scores in zip(
            samples, points_ND, self._scores(samples, points_ND), strict=True
        ):
            if not point.any():
                yield Suggestion(id=sample.id, problem="The file cannot be read.")
                continue
            prediction = [
                {"name": name, "score": float(score)}
                for name, score in zip(self._names, scores, strict=True)
            ]
            yield suggestion_of(sample.id, prediction, PredictionKind.LABELS, self._thresholds)

    def _scores(self, samples: Sequence[SampleFile], points_ND: Floats) -> Scores:
        """Return the probability of each label, the smaller the less like all examples a sample is.

        What shows a kind that nobody has labelled yet is near to none of them. A sample that is
        itself an example is asked what the others say of it.
        """
        own = [self._places.get(sample.id) for sample in samples]
        similarity_NM = (points_ND @ self._points_MD.T).astype(np.float64)
        scores = self._model(points_ND)
        for row, place in enumerate(own):
            if place is not None:
                scores[row] = self._held_out_MK[place]
                similarity_NM[row, place] = -1
        dissimilarity = np.maximum(0.0, self._least_similarity - similarity_NM.max(axis=1))
        damped: Scores = scores * np.exp(-dissimilarity / _SOFTNESS)[:, None]
        return damped

    @cached_property
    def _held_out_MK(self) -> Scores:
        return held_out(self._points_MD, self._given_MK, is_multi_label=self._is_multi_label)

    def _read(self, sample: SampleFile) -> bytes:
        return content_of(self._files_root / sample.file)


def _least_similarity(points_MD: Floats, given_MK: NDArray[np.bool_]) -> float:
    """Return how like the nearest one of its label all but the least alike examples are.

    It is -1, the least there is, when no label has two examples.
    """
    points_MD, given = points_MD[:_FITTED_ON], given_MK[:_FITTED_ON].astype(np.float32)
    similarity_MM = (points_MD @ points_MD.T).astype(np.float64)
    similarity_MM[given @ given.T == 0] = -1
    np.fill_diagonal(similarity_MM, -1)
    nearest_M = similarity_MM.max(axis=1)
    known_M = nearest_M[nearest_M > -1]
    return float(np.quantile(known_M, _DISSIMILAR_SHARE)) if len(known_M) else -1.0
