"""Build a model package: evaluate, export, replay, describe, and put it in place whole."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import easel.runtime
from torch import nn

from engine.disk import writing_to
from engine.drift.reference import make_reference
from engine.events import EventSink, seldom, time_left
from engine.export.folder import replacing
from engine.export.golden import write_golden
from engine.export.manifest import describe, write_manifest
from engine.export.model_card import model_card
from engine.export.progress_ticker import ticking
from engine.export.verify import replay, verify_package
from engine.export.weights import write_weights
from engine.interfaces.dataset import TaskDataset
from engine.interfaces.run import HeldOut, Scores, TrainedModel
from engine.interfaces.task import Task
from engine.metrics.held_out import require_samples
from engine.specs.data import Split
from engine.specs.package.evaluation import EVALUATION_FILE, EvaluationBasis
from engine.specs.package.manifest import LabelSpec, Manifest, NetworkSpec
from engine.specs.package.reference import REFERENCE_FILE
from engine.training.estimates import estimate_after_training
from engine.training.scoring import score, trained_model

PACKAGE = "package"
WEIGHTS_FILE = "weights.safetensors"
# Curves and heat maps; with ten thousand labels it is more, and the ticking goes on.
_REPORT_SECONDS = 2.0


def build_package(task: Task[Any], trained: TrainedModel, *, work: Path, emit: EventSink) -> Path:
    """Turn a trained model into the folder ``work/package``.

    The folder is built as ``package.partial`` and renamed when it is complete and verified: a
    process that dies leaves no half package, and running again starts the export afresh.

    Args:
        task: how the model is evaluated and described.
        trained: the model with its datasets.
        work: the run's work folder.
        emit: is told phases, progress and the finished artifacts.

    Returns:
        The package folder.

    Raises:
        ExportError: when a network cannot be exported, or the exported one answers differently.
        DataError: when there is no held-out sample.
        ResourceError: ``disk_full``.
    """
    folder = work / PACKAGE
    with replacing(folder) as partial:
        with writing_to(partial):
            partial.mkdir(parents=True)
        emit.phase("evaluate")
        after = estimate_after_training(trained.module, trained.splits)
        validation, held_out = _score(task, trained, emit, after.export + after.verify)
        labels = tuple(task.evaluator.recommend_thresholds(validation, trained.splits))
        emit.phase("export")
        with ticking(emit, "export", after.export, following_seconds=after.verify):
            manifest = _export(task, trained, labels, partial)
        emit.phase("verify")
        _verify(task, trained, held_out, manifest, partial, emit)
    emit.artifact("package", PACKAGE)
    emit.artifact("report", f"{PACKAGE}/{manifest.report_file}")
    return folder


def _score(
    task: Task[Any], trained: TrainedModel, emit: EventSink, following_seconds: float
) -> tuple[Scores[Any], Scores[Any]]:
    """Return the outcomes on the validation and on the held-out split.

    ``following_seconds`` are what the run takes after it.
    """
    splits = trained.splits
    split, dataset = splits.held_out()
    require_samples(len(dataset))
    model = trained_model(task, trained.spec, splits, trained.networks, trained.files)
    # The sample counts of both splits add up to one bar.
    total, before = len(splits.validation) + len(splits.test), 0
    began = time.monotonic()

    def report(done: int) -> None:
        left = time_left(began, done, total)
        emit.progress("evaluate", done, total, None if left is None else left + following_seconds)

    def outcomes(split: Split, dataset: TaskDataset) -> Scores[Any]:
        nonlocal before
        done_before, before = before, before + len(dataset)
        return score(
            task.evaluator,
            model,
            dataset,
            split,
            progress=seldom(lambda done, _: report(done_before + done)),
        )

    held_out = outcomes(split, dataset)
    if split is Split.VALIDATION:
        return held_out, held_out
    if len(splits.validation) == 0:
        # Thresholds must not be chosen on the samples that they are evaluated on.
        return Scores(Split.VALIDATION, (), ()), held_out
    return outcomes(Split.VALIDATION, splits.validation), held_out


def _export(
    task: Task[Any], trained: TrainedModel, labels: tuple[LabelSpec, ...], folder: Path
) -> Manifest:
    """Write networks, files and a manifest that a runtime can load; return the manifest."""
    networks = []
    for network in trained.networks:
        file = f"{network.name}.onnx"
        inputs, outputs = network.export(folder / file)
        networks.append(NetworkSpec(name=network.name, file=file, inputs=inputs, outputs=outputs))
    files = {**trained.splits.files, **trained.files}
    for path, content in files.items():
        with writing_to(folder / path):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    weights_file = next((path for path in files if path.startswith("weights.")), None)
    if weights_file is None and isinstance(trained.module, nn.Module):
        weights_file = WEIGHTS_FILE
        write_weights(trained.module, folder / weights_file)
    basis = EvaluationBasis(
        options=trained.spec.options,
        seed=trained.spec.seed,
        statistics=dict(trained.splits.statistics),
    )
    with writing_to(folder / EVALUATION_FILE):
        (folder / EVALUATION_FILE).write_text(basis.model_dump_json() + "\n", "utf-8")
    return write_manifest(describe(task, trained, labels, tuple(networks), weights_file), folder)


def _verify(
    task: Task[Any],
    trained: TrainedModel,
    held_out: Scores[Any],
    manifest: Manifest,
    folder: Path,
    emit: EventSink,
) -> None:
    """Replay the exported model, then write what is known about it and check the whole."""
    threads = trained.spec.resources.num_threads
    model = easel.runtime.load(folder, threads=None if threads == "auto" else threads)
    _, dataset = trained.splits.held_out()
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        left = time_left(began, done, total)
        emit.progress("verify", done, total, None if left is None else left + _REPORT_SECONDS)

    result = replay(
        task,
        trained_model(
            task, trained.spec, trained.splits, trained.networks, trained.files, manifest.labels
        ),
        model,
        trained.networks[0],
        dataset,
        progress=progress,
    )
    size_bytes = sum((folder / network.file).stat().st_size for network in manifest.networks)
    runtime = result.check(
        task, held_out.split, manifest.labels, trained.splits, threads, size_bytes
    )
    emit.log(
        "model_measured",
        f"The exported model has {size_bytes / 1e6:.2f} MB and answers a sample in "
        f"{runtime.latency_p50_ms:.1f} ms.",
        size_bytes=size_bytes,
        latency_ms=runtime.latency_p50_ms,
    )
    with ticking(emit, "verify", _REPORT_SECONDS, reached=(result.num_samples,) * 2):
        report = task.evaluator.report(
            HeldOut(
                held_out.split,
                held_out.records,
                held_out.outcomes,
                trained,
                manifest.labels,
                runtime,
                folder,
            )
        )
    reference = make_reference(result.calls, held_out.split, seed=trained.spec.seed)
    assert manifest.report_file is not None, "describe names one"
    with writing_to(folder):
        (folder / manifest.report_file).write_text(report.model_dump_json() + "\n", "utf-8")
        (folder / "MODEL_CARD.md").write_text(model_card(manifest, report), "utf-8")
        if reference is not None:
            (folder / REFERENCE_FILE).write_text(reference.model_dump_json() + "\n", "utf-8")
    golden = write_golden(task, model, dataset, folder)
    write_manifest(manifest.model_copy(update={"golden": golden}), folder)
    verify_package(folder)
