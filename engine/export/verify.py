"""Prove that the exported model is the trained one, on real samples."""

# N samples, K outputs per sample

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import easel.runtime
import numpy as np
from easel.errors import EaselError
from numpy.typing import NDArray

from engine.errors import ExportError
from engine.specs.manifest import Manifest
from engine.specs.report import RuntimeCheck
from engine.tasks.task import Scores, Task, TaskDataset

MAX_ABS_DIFFERENCE = 1e-3
TIE = 1e-4
MAX_SAMPLES = 2000
CHUNK = 32
MIN_TIMED_CALLS, MAX_TIMED_CALLS, TIMED_SECONDS = 20, 200, 2.0


@dataclass(frozen=True)
class Replay:
    """What the exported model answered on held-out samples.

    Attributes:
        indices: (N,) the samples, by their place in the dataset.
        logits: (N, K) of the exported model.
        max_abs_difference: the largest difference from the trained model's logits.
        latencies_ms: of single calls: file in, named scores out.
    """

    indices: NDArray[np.intp]
    logits: NDArray[np.float32]
    max_abs_difference: float
    latencies_ms: NDArray[np.float64]

    @property
    def num_samples(self) -> int:
        """Return N."""
        return len(self.indices)

    def check(
        self, task: Task, trained: Scores, manifest: Manifest, threads: int | str, size_bytes: int
    ) -> RuntimeCheck:
        """Return the report's comparison of the exported with the trained model.

        Args:
            task: whose primary metric is compared.
            trained: outputs of the trained model on the whole held-out split.
            manifest: of the exported model; decisions are made at its thresholds.
            threads: that the runtime was given.
            size_bytes: of the exported network.
        """
        before = replace(
            trained,
            logits=_centred(trained.logits[self.indices], manifest),
            targets=trained.targets[self.indices],
            records=[trained.records[index] for index in self.indices.tolist()],
        )
        after = replace(before, logits=_centred(self.logits, manifest))
        names = [label.name for label in manifest.labels]
        metric = task.card.primary_metric
        p50, p99 = np.percentile(self.latencies_ms, [50, 99])
        return RuntimeCheck(
            runtime="onnxruntime",
            num_samples=len(self.indices),
            metric=task.metrics(after, names)[metric],
            trained_metric=task.metrics(before, names)[metric],
            max_abs_difference=self.max_abs_difference,
            size_bytes=size_bytes,
            latency_p50_ms=float(p50),
            latency_p99_ms=float(p99),
            device=f"{platform.machine()} cpu, {threads} threads",
        )


def _centred(logits: NDArray[np.float32], manifest: Manifest) -> NDArray[np.float32]:
    """Shift multi-label logits (N, K) so that a threshold of 0.5 decides as the manifest does.

    The task's metrics know no thresholds; without this the runtime's accuracy could not be
    compared with the report's.
    """
    if not manifest.multi_label:
        return logits
    thresholds = np.array([label.threshold for label in manifest.labels])
    thresholds = thresholds.clip(np.finfo(np.float64).tiny, 1 - np.finfo(np.float64).eps)
    shifted: NDArray[np.float32] = (logits - np.log(thresholds / (1 - thresholds))).astype(
        np.float32
    )
    return shifted


def replay(
    model: easel.runtime.Model,
    dataset: TaskDataset,
    trained_logits: NDArray[np.float32],
    *,
    progress: Callable[[int, int], None],
    seed: int = 0,
) -> Replay:
    """Run an exported model on the files of held-out samples and compare it with the trained one.

    All samples are replayed up to 2000, above that a seeded choice of 2000.

    Args:
        model: the package, loaded by the runtime that customers use.
        dataset: the held-out samples.
        trained_logits: (N, K) of the trained model on them.
        progress: is told how many of how many samples are done.
        seed: of the choice.

    Raises:
        ExportError: when a logit differs by more than 1e-3, or the best class by more than a tie.
    """
    indices = np.arange(len(dataset))
    if len(indices) > MAX_SAMPLES:
        indices = np.sort(np.random.default_rng(seed).choice(indices, MAX_SAMPLES, replace=False))
    chunks = []
    for start in range(0, len(indices), CHUNK):
        files = [dataset.file(index) for index in indices[start : start + CHUNK].tolist()]
        chunks.append(model.predict_tensor(np.stack([model.preprocess(file) for file in files])))
        progress(min(start + CHUNK, len(indices)), len(indices))
    logits = np.concatenate(chunks)
    difference = compare_logits(
        trained_logits[indices], logits, [dataset.records[i].name for i in indices.tolist()]
    )
    latencies = _time_calls(model, [dataset.file(i) for i in indices[:CHUNK].tolist()])
    return Replay(indices, logits, difference, latencies)


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


def compare_logits(
    trained: NDArray[np.float32], exported: NDArray[np.float32], names: Sequence[str]
) -> float:
    """Return the largest difference of two sets of logits, refusing what a caller would notice.

    Args:
        trained: (N, K) of the trained model.
        exported: (N, K) of the exported one.
        names: of the samples, for the message.

    Raises:
        ExportError: when a logit differs by more than 1e-3, or the best class by more than a tie.
    """
    differences = np.abs(exported.astype(np.float64) - trained).reshape(len(names), -1).max(axis=1)
    worst = int(np.argmax(np.nan_to_num(differences, nan=np.inf)))
    if not differences[worst] <= MAX_ABS_DIFFERENCE:
        raise ExportError(
            f"The exported model answers differently from the trained one: by "
            f"{differences[worst]:.3g} on sample '{names[worst]}', at most {MAX_ABS_DIFFERENCE} is "
            "expected. Choose another backbone, or float32 precision.",
            code="export_differs",
            sample=names[worst],
            difference=float(np.nan_to_num(differences[worst], nan=np.inf, posinf=1e30)),
        )
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
    return float(differences[worst])


def _time_calls(model: easel.runtime.Model, files: Sequence[Path]) -> NDArray[np.float64]:
    """Time single calls in milliseconds, for about two seconds at most."""
    contents = [file.read_bytes() for file in files]
    for content in contents[:3]:
        model.predict(content)
    latencies: list[float] = []
    began = time.perf_counter()
    while len(latencies) < MAX_TIMED_CALLS:
        start = time.perf_counter()
        model.predict(contents[len(latencies) % len(contents)])
        latencies.append((time.perf_counter() - start) * 1000)
        if len(latencies) >= MIN_TIMED_CALLS and time.perf_counter() - began > TIMED_SECONDS:
            break
    return np.array(latencies)
