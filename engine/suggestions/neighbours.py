"""Ask the most similar labelled samples, before any model is trained."""

# N samples asked about, M labelled examples, D numbers of a sample, K neighbours

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.catalog import TASKS, PredictionKind
from engine.errors import DataError
from engine.selection.features import require_embedder
from engine.specs.suggestions import LabelledFile, NeighboursSource, SampleFile, Suggestion
from engine.suggestions.conversion import suggestion_of
from engine.suggestions.lines import read_lines
from engine.suggestions.priorities import sampled

# Later examples are left out: comparing with more costs time and changes little.
MAX_EXAMPLES = 20_000
_TEMPERATURE = 0.1
_FITTED_ON = 2000
_STRANGE_SHARE = 0.1


class NeighbourSuggester:
    """Labels of the nearest examples, each counting the more the nearer it is."""

    def __init__(
        self,
        source: NeighboursSource,
        task: str,
        files_root: Path,
        index: Path,
        *,
        multi_label: bool,
    ) -> None:
        """Read the examples and find where they lie.

        Raises:
            DataError: ``no_samples`` when there are none.
            SpecError: ``neighbours_media`` when such files cannot be compared.
        """
        self._files_root = files_root
        self._num = source.num_neighbours
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
        contents = [self._read(one) for one in examples]
        self._embed.fit([*contents[:_FITTED_ON], *sampled(index, files_root)])
        self._points_MD = self._embed(contents)
        self._names = sorted({name for one in examples for name in one.labels})
        self._votes_MK = np.array(
            [[name in one.labels for name in self._names] for one in examples], np.float64
        )
        self._thresholds = dict.fromkeys(self._names, 0.5) if multi_label else {}
        self._least_similarity = _least_similarity(self._points_MD, self._votes_MK)

    def __call__(self, samples: Sequence[SampleFile]) -> Iterator[Suggestion]:
        """Yield a suggestion for each sample; one that cannot be read says so."""
        contents = [self._read(one) for one in samples]
        points_ND = self._embed(contents)
        for sample, point in zip(samples, points_ND, strict=True):
            if not point.any():
                yield Suggestion(id=sample.id, problem="The file cannot be read.")
                continue
            prediction = [
                {"name": name, "score": float(score)}
                for name, score in zip(
                    self._names, self._scores(point, self._places.get(sample.id)), strict=True
                )
            ]
            yield suggestion_of(sample.id, prediction, PredictionKind.LABELS, self._thresholds)

    def _scores(
        self, point: np.ndarray[tuple[int, ...], np.dtype[np.float32]], own: int | None
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Return the share of each label among the nearest examples.

        The shares are the smaller, the stranger the sample is to all examples: what shows a kind
        that nobody has labelled yet is near to none of them. A sample that is itself an example,
        at the place ``own``, is asked what the others say of it.
        """
        similarity_M = (self._points_MD @ point).astype(np.float64)
        if own is not None and len(similarity_M) > 1:
            similarity_M[own] = -np.inf
        nearest = np.argsort(-similarity_M, kind="stable")[: self._num]
        weights = np.exp((similarity_M[nearest] - similarity_M[nearest[0]]) / _TEMPERATURE)
        strangeness = max(0.0, self._least_similarity - float(similarity_M[nearest[0]]))
        shares: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = (
            weights @ self._votes_MK[nearest] / weights.sum()
        )
        return shares * float(np.exp(-strangeness / _TEMPERATURE))

    def _read(self, sample: SampleFile) -> bytes:
        try:
            return (self._files_root / sample.file).read_bytes()
        except OSError:
            return b""


def _least_similarity(
    points_MD: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    votes_MK: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> float:
    """Return how like the nearest one of its label all but the strangest examples are.

    It is -1, the least there is, when no label has two examples.
    """
    points_MD, votes_MK = points_MD[:_FITTED_ON], votes_MK[:_FITTED_ON]
    similarity_MM = (points_MD @ points_MD.T).astype(np.float64)
    similarity_MM[votes_MK @ votes_MK.T == 0] = -1
    np.fill_diagonal(similarity_MM, -1)
    nearest_M = similarity_MM.max(axis=1)
    known_M = nearest_M[nearest_M > -1]
    return float(np.quantile(known_M, _STRANGE_SHARE)) if len(known_M) else -1.0
