"""Predict inputs with a model package: decoded, run and answered by several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import easel.runtime
from easel.errors import EaselError
from easel.runtime import Example, PredictOptions, Tensors
from easel.runtime.rows import CHUNK

from engine.errors import DataError
from engine.predictions.inputs import InputReader, problem_of
from engine.specs.predictions import PredictedInput, PredictionInput, PredictionProblem
from engine.suggestions.package import Annotating

T = TypeVar("T")
R = TypeVar("R")

# Each thread has the rows and activations of a batch in memory; more threads than this share the
# work within a run of the network instead.
MAX_THREADS = 4
# Inputs of one batch: fewer of those that take long, so that a break repeats little.
_BATCH_SIZES = {"video": 1, "audio": 8}


def load_package(package: Path, num_threads: int) -> tuple[easel.runtime.Model, int]:
    """Load a package; return the model, and how many threads are to ask it at once.

    Raises:
        DataError: when it cannot be loaded.
    """
    workers = min(num_threads, MAX_THREADS)
    try:
        return easel.runtime.load(package, threads=num_threads // workers), workers
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error


class Predictor:
    """Answers batches of inputs; may be called from several threads."""

    def __init__(
        self,
        model: easel.runtime.Model,
        reader: InputReader,
        annotating: Annotating | None = None,
    ) -> None:
        self._model = model
        self._reader = reader
        self._annotating = annotating
        self._offering = PredictOptions(**annotating.options) if annotating else None
        self.batch_size = _BATCH_SIZES.get(str(model.manifest.input["kind"]), CHUNK)

    def __call__(self, batch: Sequence[PredictionInput]) -> list[PredictedInput]:
        """Return what is predicted of each input, in their order."""
        found: dict[int, PredictedInput] = {}
        texts: dict[int, str | None] = {}
        portion: list[tuple[int, Example]] = []
        for place, given in enumerate(batch):
            example, texts[place] = self._prepared(given)
            if isinstance(example, PredictionProblem):
                found[place] = _failed(given, example)
                continue
            portion.append((place, example))
            if sum(one.num_rows for _, one in portion) >= CHUNK:
                found |= self._answers(batch, portion)
                portion = []
        found |= self._answers(batch, portion)
        return [found[place].model_copy(update={"text": text}) for place, text in texts.items()]

    def _prepared(self, given: PredictionInput) -> tuple[Example | PredictionProblem, str | None]:
        """Return an input as the model takes it, or why it is none, and its first words."""
        text = None
        if given.problem is not None:
            return given.problem, text
        try:
            source = self._reader.source(given)
            text = self._reader.text_of(given, source)
            return self._model.prepare(source), text
        except (EaselError, OSError, ValueError) as error:
            return problem_of(error), text

    def _answers(
        self, batch: Sequence[PredictionInput], portion: Sequence[tuple[int, Example]]
    ) -> dict[int, PredictedInput]:
        """Run the network on a portion; one by one when it refuses some of it."""
        if not portion:
            return {}
        try:
            outputs = self._model.run([example for _, example in portion])
        except EaselError as error:
            if len(portion) == 1:
                place = portion[0][0]
                return {place: _failed(batch[place], problem_of(error))}
            return {
                place: answer
                for one in portion
                for place, answer in self._answers(batch, [one]).items()
            }
        return {
            place: self._answer(batch[place], example, output)
            for (place, example), output in zip(portion, outputs, strict=True)
        }

    def _answer(self, given: PredictionInput, example: Example, output: Tensors) -> PredictedInput:
        suggestion = None
        try:
            results = easel.runtime.documents(self._model.postprocess(example, output))
            if self._annotating is not None:
                offered = self._model.postprocess(example, output, self._offering)
                suggestion = self._annotating.suggestion(given.id, offered)
        except (EaselError, ValueError) as error:
            return _failed(given, problem_of(error))
        return PredictedInput(
            id=given.id, name=given.name, results=tuple(results), suggestion=suggestion
        )


def in_order(work: Callable[[T], R], items: Iterator[T], num_threads: int) -> Iterator[R]:
    """Yield what comes of items in their order, while threads work on the next ones."""
    waiting: deque[Future[R]] = deque()
    with ThreadPoolExecutor(num_threads, thread_name_prefix="predict") as threads:
        try:
            for item in items:
                waiting.append(threads.submit(work, item))
                # One more than are worked on: none waits while what was made is written.
                if len(waiting) > num_threads + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()


def _failed(given: PredictionInput, problem: PredictionProblem) -> PredictedInput:
    return PredictedInput(id=given.id, name=given.name, problem=problem)
