"""Prove that the exported model is the trained one, on real samples."""

# N samples, K labels

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
from easel.errors import EaselError
from easel.runtime import Example, PredictOptions, Tensors, documents
from easel.runtime.comparison import array_difference
from easel.runtime.example import take_rows
from numpy.typing import NDArray

from engine.catalog import TASKS, PredictionKind
from engine.drift.measuring.calls import input_features, with_answer
from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import MAX_ROWS
from engine.errors import ExportError
from engine.interfaces.dataset import Splits, TaskDataset
from engine.interfaces.network import Network
from engine.interfaces.run import Scores
from engine.interfaces.task import Task
from engine.onnx_graphs.torch_export import MAX_DIFFERENCE
from engine.specs.data import SampleRecord, Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import RuntimeCheck
from engine.training.scoring import predict_each

TIE = 1e-4
MAX_SAMPLES = 2000
CHUNK = 32
MIN_TIMED_CALLS, MAX_TIMED_CALLS, TIMED_SECONDS = 20, 200, 1.0
MAX_TIMED_SECONDS = 30.0


@dataclass(frozen=True)
class Replay:
    """What both models said on held-out samples, prepared by the runtime from their files.

    Attributes:
        records: the N samples.
        trained: outcomes of the trained model.
        exported: outcomes of the exported one.
        max_abs_difference: the largest difference of their outputs.
        latencies_ms: of single calls: source in, answer out.
        calls: what a model server would measure of a thousand of them, for the reference.
    """

    records: Sequence[SampleRecord]
    trained: Sequence[Any]
    exported: Sequence[Any]
    max_abs_difference: float
    latencies_ms: NDArray[np.float64]
    calls: Sequence[CallFeatures] = field(default=())

    @property
    def num_samples(self) -> int:
        """Return N."""
        return len(self.records)

    def check(
        self,
        task: Task[Any],
        split: Split,
        labels: Sequence[LabelSpec],
        splits: Splits,
        threads: int | str,
        size_bytes: int,
    ) -> RuntimeCheck:
        """Return the report's comparison of the exported with the trained model.

        Args:
            task: whose primary metric is compared.
            split: that the samples are of.
            labels: of the package; decisions are made at their thresholds.
            splits: of the run.
            threads: that the runtime was given.
            size_bytes: of the exported networks.
        """
        # A run may choose its epoch by a metric of the user's own.
        name = task.evaluator.primary_metric(TASKS[task.card.key], splits)
        metric, trained_metric = (
            task.evaluator.decided(Scores(split, self.records, outcomes), labels, splits)[name]
            for outcomes in (self.exported, self.trained)
        )
        p50, p99 = np.percentile(self.latencies_ms, [50, 99])
        return RuntimeCheck(
            runtime="onnxruntime",
            num_samples=self.num_samples,
            metric=metric,
            trained_metric=trained_metric,
            max_abs_difference=self.max_abs_difference,
            size_bytes=size_bytes,
            latency_p50_ms=float(p50),
            latency_p99_ms=float(p99),
            device=f"{platform.machine()} cpu, {threads} threads",
        )


def replay(
    task: Task[Any],
    trained: easel.runtime.Model,
    exported: easel.runtime.Model,
    network: Network,
    dataset: TaskDataset,
    *,
    progress: Callable[[int, int], None],
    seed: int = 0,
) -> Replay:
    """Run both models on the sources of held-out samples and compare what they say.

    Args:
        task: reduces outputs to outcomes.
        trained: the trained networks in their surroundings.
        exported: the loaded package.
        network: the first one; says how far outputs are apart.
        dataset: at least one sample; above 2000, so many are chosen.
        progress: is told how many of how many samples are done.
        seed: of the choice.

    Raises:
        ExportError: when an output differs by more than 1e-3, the best label by more than a tie,
            or the runtime prepares samples otherwise than the dataset.
    """
    indices = np.arange(len(dataset))
    if len(indices) > MAX_SAMPLES:
        indices = np.sort(np.random.default_rng(seed).choice(indices, MAX_SAMPLES, replace=False))
    chosen = indices.tolist()
    records = [dataset.records[index] for index in chosen]
    largest = 0.0
    before: list[Any] = []
    after: list[Any] = []
    calls = _Calls(exported, len(chosen), seed)
    for start in range(0, len(chosen), CHUNK):
        part = chosen[start : start + CHUNK]
        examples = [calls.prepared(dataset.source(index)) for index in part]
        if start == 0:
            _require_same_inputs(dataset.examples(part), examples, records)
        pairs = zip(
            records[start : start + CHUNK],
            predict_each(trained, examples),
            predict_each(exported, examples),
            strict=True,
        )
        for record, (example, expected), (_, given) in pairs:
            largest = max(largest, compare_outputs(network, expected, given, record.name))
            before.append(task.evaluator.outcome(trained, example, expected))
            after.append(task.evaluator.outcome(exported, example, given))
            calls.answered(example, given)
        progress(start + len(part), len(chosen))
    if task.card.prediction is PredictionKind.LABELS:
        require_same_labels(np.stack(before), np.stack(after), [one.name for one in records])
    latencies = _time_calls(exported, [dataset.source(index) for index in chosen[:CHUNK]])
    return Replay(records, before, after, largest, latencies, calls.features)


class _Calls:
    """Measures some of the samples as calls of the exported model, in the order they come in."""

    def __init__(self, exported: easel.runtime.Model, num_samples: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        chosen = chance.choice(num_samples, min(num_samples, MAX_ROWS), replace=False)
        self.features: list[CallFeatures] = []
        self._model = exported
        self._input = exported.manifest.input
        self._chosen = frozenset(chosen.tolist())
        self._num_prepared = 0
        self._waiting: deque[tuple[CallFeatures, ...] | None] = deque()

    def prepared(self, source: easel.runtime.Source) -> Example:
        """Decode and prepare a sample; what it decodes to is measured now, and let go."""
        pipeline = self._model.pipeline
        value = pipeline.decode(source)
        is_chosen = self._num_prepared in self._chosen
        self._num_prepared += 1
        self._waiting.append(input_features(self._input, value) if is_chosen else None)
        return pipeline.input.prepare(value)

    def answered(self, example: Example, outputs: Tensors) -> None:
        """Measure the answer on the sample that has waited longest."""
        given = self._waiting.popleft()
        if given is not None:
            options = PredictOptions(include_proba=True)
            results = documents(self._model.postprocess(example, outputs, options))
            self.features.extend(with_answer(self._input, given, results))


def verify_package(folder: Path) -> None:
    """Check a package, folder or zip: SHA-256 of each file, and its golden vectors.

    Raises:
        ExportError: naming the first file or vector that is wrong.
    """
    try:
        result = easel.runtime.load(folder).selftest()
    except EaselError as error:
        raise ExportError(error.message, code=error.code, **error.params) from error
    if not result.passed:
        raise ExportError(
            f"The package '{folder.name}' fails its self-test: {result.failures[0]} "
            f"({len(result.failures)} in all). Export the model again.",
            code="selftest_failed",
            failure=result.failures[0],
        )


def compare_outputs(network: Network, trained: Tensors, exported: Tensors, name: str) -> float:
    """Return how far the outputs on one sample are apart, refusing what a caller would notice.

    Raises:
        ExportError: ``export_differs`` when it is more than 1e-3.
    """
    difference = network.difference(trained, exported)
    # So written, NaN is refused too.
    if not difference <= MAX_DIFFERENCE:
        raise ExportError(
            f"The exported model answers differently from the trained one: by {difference:.3g} on "
            f"sample '{name}', at most {MAX_DIFFERENCE} is expected. Choose another backbone, or "
            "float32 precision.",
            code="export_differs",
            sample=name,
            difference=float(np.nan_to_num(difference, nan=1e30, posinf=1e30)),
        )
    return difference


def require_same_labels(
    trained: NDArray[np.float32], exported: NDArray[np.float32], names: Sequence[str]
) -> None:
    """Refuse another best label where it is no tie.

    Args:
        trained: (N, K) logits of the trained model.
        exported: (N, K) of the exported one.
        names: of the samples, for the message.

    Raises:
        ExportError: ``export_differs``.
    """
    rows = np.arange(len(names))
    gap = trained.max(axis=1) - trained[rows, exported.argmax(axis=1)]
    if (gap > TIE).any():
        name = names[int(gap.argmax())]
        raise ExportError(
            f"The exported model names another best label than the trained one for sample "
            f"'{name}', and it is no tie. Choose another backbone, or float32 precision.",
            code="export_differs",
            sample=name,
            difference=float(gap.max()),
        )


def _require_same_inputs(
    seen: Sequence[Example], prepared: Sequence[Example], records: Sequence[SampleRecord]
) -> None:
    """Refuse a runtime that shows the network something else than training did.

    Raises:
        ExportError: ``preparation_differs``.
    """
    for record, ours, theirs in zip(records, seen, prepared, strict=False):
        same_names = set(ours.tensors) == set(theirs.tensors)
        count = max(ours.num_rows, theirs.num_rows)
        seen_rows, rows = (take_rows(one.tensors, 0, min(count, CHUNK)) for one in (ours, theirs))
        if (
            not same_names
            or ours.num_rows != theirs.num_rows
            or any(
                not array_difference(rows[name], seen) <= TIE for name, seen in seen_rows.items()
            )
        ):
            raise ExportError(
                f"The runtime prepares sample '{record.name}' otherwise than training did, so the "
                "package would answer otherwise than the evaluated model. Please report it.",
                code="preparation_differs",
                sample=record.name,
            )


def _time_calls(
    model: easel.runtime.Model, sources: Sequence[easel.runtime.Source]
) -> NDArray[np.float64]:
    """Time single calls in milliseconds, for about a second at most.

    Slow calls, such as those of videos, are fewer than 20 and take half a minute at most.
    """
    # Files are read before: what is timed is the model, not the disk.
    contents = [one.read_bytes() if isinstance(one, Path) else one for one in sources]
    began = time.perf_counter()
    # First calls allocate, and are not timed.
    for content in contents[:3]:
        model.predict(content)
        if time.perf_counter() - began > TIMED_SECONDS:
            break
    latencies: list[float] = []
    began = time.perf_counter()
    while len(latencies) < MAX_TIMED_CALLS:
        start = time.perf_counter()
        model.predict(contents[len(latencies) % len(contents)])
        latencies.append((time.perf_counter() - start) * 1000)
        elapsed = time.perf_counter() - began
        if elapsed > (TIMED_SECONDS if len(latencies) >= MIN_TIMED_CALLS else MAX_TIMED_SECONDS):
            break
    return np.array(latencies)
