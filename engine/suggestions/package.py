"""Ask a model package about samples, with the deployed runtime alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import easel.runtime
from easel.errors import EaselError
from easel.runtime.results import Segment

from engine.catalog import TASKS, PredictionKind
from engine.errors import DataError, SpecError
from engine.specs.suggestions import SampleFile, Suggestion
from engine.suggestions.conversion import suggestion_of

ReadSource = Callable[[easel.runtime.Model, Path], easel.runtime.Source]
"""Gives a sample's file as the model takes it."""

# Annotations down to this share of their threshold are offered too, for people to choose from.
_OFFERED = 0.5
_WITH_UNCERTAIN = frozenset(
    {
        PredictionKind.BOXES,
        PredictionKind.MASKS,
        PredictionKind.SPANS,
        PredictionKind.ASPECT_SENTIMENT,
        PredictionKind.RELATIONS,
    }
)
_OF_WHOLE = frozenset({PredictionKind.LABELS, PredictionKind.MATCHES})


class Annotating:
    """What a model is asked for beside the source, and what its answers say as annotations."""

    def __init__(self, model: easel.runtime.Model, task: str) -> None:
        """Look at what the model answers.

        Raises:
            SpecError: ``task_not_suggested`` when models of the task annotate nothing, or
                ``package_task`` when the package annotates in another way.
        """
        card = TASKS[task]
        kind = card.annotation_card.suggested_from
        manifest = model.manifest
        other = str(manifest.document["task"])
        if kind is None:
            raise SpecError(
                f"Models of the task '{task}' suggest no annotations. Label by hand.",
                code="task_not_suggested",
                task=task,
            )
        self._kind = kind
        if (TASKS[other].annotation, TASKS[other].media) != (card.annotation, card.media):
            raise SpecError(
                f"The package is of the task '{other}', which annotates otherwise than '{task}'. "
                "Choose a package of the same task.",
                code="package_task",
                task=task,
                other=other,
            )
        pipeline = model.pipeline
        limits = dict(zip(pipeline.labels, pipeline.thresholds, strict=True))
        is_one_label = self._kind in _OF_WHOLE and not manifest.document["multi_label"]
        self._thresholds = {} if is_one_label else limits
        self.options = _options(self._kind, pipeline.thresholds)

    def suggestion(self, sample_id: str, results: Sequence[easel.runtime.Result]) -> Suggestion:
        """Return what an answer says of a sample."""
        return suggestion_of(sample_id, _documents(results), self._kind, self._thresholds)


class PackageSuggester:
    """A model package that says what it would annotate."""

    def __init__(self, package: Path, task: str, files_root: Path, read: ReadSource) -> None:
        """Load the package.

        Raises:
            DataError: when it cannot be loaded.
            SpecError: as for ``Annotating``.
        """
        self._files_root, self._read = files_root, read
        self._model = load_package(package)
        self._annotating = Annotating(self._model, task)

    def __call__(self, samples: Sequence[SampleFile]) -> Iterator[Suggestion]:
        """Yield a suggestion for each sample; one that cannot be read says so."""
        sources, problems = [], {}
        for place, sample in enumerate(samples):
            try:
                sources.append((place, self._read(self._model, self._files_root / sample.file)))
            except (EaselError, OSError, ValueError) as error:
                problems[place] = _words(error)
        predictions = dict(self._predictions(sources, problems))
        for place, sample in enumerate(samples):
            if place in problems:
                yield Suggestion(id=sample.id, problem=problems[place])
            else:
                yield self._annotating.suggestion(sample.id, predictions[place])

    def _predictions(
        self, sources: Sequence[tuple[int, Any]], problems: dict[int, str]
    ) -> Iterator[tuple[int, list[easel.runtime.Result]]]:
        """Ask about all at once; one by one when one of them is refused."""
        options = self._annotating.options
        try:
            found = self._model.predict([source for _, source in sources], **options)
        except EaselError:
            for place, source in sources:
                try:
                    yield place, self._model.predict(source, **options)
                except EaselError as error:
                    problems[place] = _words(error)
            return
        for (place, _), results in zip(sources, found, strict=True):
            yield place, results


def load_package(package: Path) -> easel.runtime.Model:
    """Load a package.

    Raises:
        DataError: when it cannot be loaded.
    """
    try:
        return easel.runtime.load(package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error


def _options(kind: PredictionKind, thresholds: Sequence[float]) -> dict[str, Any]:
    """Return what to ask for beside the source: every class, and uncertain annotations too."""
    if kind in _OF_WHOLE:
        return {"threshold": 0.0, "top_num": max(len(thresholds), 1)}
    if kind in _WITH_UNCERTAIN and thresholds:
        return {"threshold": min(thresholds) * _OFFERED}
    return {}


def _documents(results: Sequence[easel.runtime.Result]) -> list[dict[str, Any]]:
    return [
        one.document() | ({"size": one.mask.size} if isinstance(one, Segment) else {})
        for one in results
    ]


def _words(error: Exception) -> str:
    return error.message if isinstance(error, EaselError) else str(error)
