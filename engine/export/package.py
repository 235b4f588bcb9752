"""Build a model package: evaluate, export, replay, describe, and put it in place whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import easel.runtime
import numpy as np
import torch
from easel.runtime.ops import Preprocessing

from engine.disk import writing_to
from engine.evaluation.held_out import require_samples
from engine.events import EventSink, seldom
from engine.export.folder import replace_folder
from engine.export.golden import write_golden
from engine.export.manifest import describe, write_manifest
from engine.export.model_card import model_card
from engine.export.onnx import export_onnx
from engine.export.pace import ticking
from engine.export.verify import replay, verify_package
from engine.export.weights import write_weights
from engine.specs.data import Split
from engine.specs.manifest import LabelSpec, Manifest
from engine.tasks.task import Scores, Task, TaskDataset, TrainedModel
from engine.training.estimates import estimate_after_training
from engine.training.prediction import score

PACKAGE = "package"
# More than are written: those without a clear answer are passed over.
NUM_GOLDEN_FILES = 12
# Curves and heat maps; with ten thousand labels it is more, and the ticking goes on.
_REPORT_SECONDS = 2.0


def build_package(task: Task, trained: TrainedModel, *, work: Path, emit: EventSink) -> Path:
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
        ExportError: when the network cannot be exported, or the exported one answers differently.
        DataError: when there is no held-out sample.
        ResourceError: ``disk_full``.
    """
    folder, partial = work / PACKAGE, work / f"{PACKAGE}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with writing_to(partial):
            partial.mkdir(parents=True)
        emit.phase("evaluate")
        validation, held_out = _score(task, trained, emit)
        labels = tuple(task.recommend_thresholds(validation, trained.splits.labels))
        emit.phase("export")
        after = estimate_after_training(trained.model, trained.splits)
        with ticking(emit, "export", after.export, following_seconds=after.verify):
            manifest = _export(task, trained, labels, partial)
        emit.phase("verify")
        _verify(task, trained, held_out, manifest, partial, emit)
        replace_folder(partial, folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    emit.artifact("package", PACKAGE)
    emit.artifact("report", f"{PACKAGE}/{manifest.report_file}")
    return folder


def _score(task: Task, trained: TrainedModel, emit: EventSink) -> tuple[Scores, Scores]:
    """Return the outputs on the validation and on the held-out split."""
    splits = trained.splits
    split, dataset = splits.held_out()
    require_samples(len(dataset))
    # The sample counts of both splits add up to one bar.
    total, before = len(splits.validation) + len(splits.test), 0

    def outputs(split: Split, dataset: TaskDataset) -> Scores:
        nonlocal before
        done_before, before = before, before + len(dataset)
        return score(
            trained.model,
            task,
            trained.spec,
            dataset,
            split,
            progress=seldom(lambda done, _: emit.progress("evaluate", done_before + done, total)),
        )

    # A GPU rounds convolutions to ten bits (TF32) unless told not to, and would then disagree with
    # the exported network for no fault of the export.
    with torch.backends.cudnn.flags(enabled=True, allow_tf32=False):
        held_out = outputs(split, dataset)
    if split is Split.VALIDATION:
        return held_out, held_out
    if len(splits.validation) == 0:
        # Thresholds must not be chosen on the samples that judge them.
        return Scores(Split.VALIDATION, held_out.logits[:0], held_out.targets[:0], ()), held_out
    return outputs(Split.VALIDATION, splits.validation), held_out


def _export(
    task: Task, trained: TrainedModel, labels: tuple[LabelSpec, ...], folder: Path
) -> Manifest:
    """Write network, weights and a manifest that a runtime can load; return the manifest."""
    ops = [op.model_dump(mode="json") for op in task.preprocessing(trained.spec)]
    draft = describe(task, trained, labels)
    inputs, outputs = export_onnx(
        trained.model, input_size=Preprocessing(ops).size, path=folder / draft.model_file
    )
    write_weights(trained.model, folder / draft.weights_file)
    draft = draft.model_copy(update={"inputs": inputs, "outputs": outputs})
    return write_manifest(draft, folder)


def _verify(
    task: Task,
    trained: TrainedModel,
    held_out: Scores,
    manifest: Manifest,
    folder: Path,
    emit: EventSink,
) -> None:
    """Replay the exported model, then write what is known about it and check the whole."""
    threads = trained.spec.resources.num_threads
    model = easel.runtime.load(folder, threads=None if threads == "auto" else threads)
    dataset = trained.splits.held_out()[1]
    result = replay(
        model,
        dataset,
        held_out.logits,
        progress=lambda done, total: emit.progress("verify", done, total),
    )
    size_bytes = (folder / manifest.model_file).stat().st_size
    runtime = result.check(task, held_out, manifest, threads, size_bytes)
    with ticking(emit, "verify", _REPORT_SECONDS, reached=(result.num_samples,) * 2):
        report = task.report(trained, held_out, manifest.labels, runtime, folder)
    with writing_to(folder):
        (folder / manifest.report_file).write_text(report.model_dump_json() + "\n", "utf-8")
        (folder / "MODEL_CARD.md").write_text(model_card(manifest, report), "utf-8")
    spread = np.linspace(0, len(dataset) - 1, min(len(dataset), NUM_GOLDEN_FILES))
    files = [dataset.file(int(index)) for index in spread]
    golden = write_golden(model, files, folder)
    write_manifest(manifest.model_copy(update={"golden": golden}), folder)
    verify_package(folder)
