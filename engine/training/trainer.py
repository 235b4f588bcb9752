"""One run from spec to trained model: check, prepare, train."""

from __future__ import annotations

import hashlib
from pathlib import Path

import torch

from engine.data.image_dataset import ImageDataset, cache_budget_bytes
from engine.errors import DataError
from engine.events import EventSink
from engine.models.initial import compare_labels
from engine.models.pretrained import find_weights
from engine.specs.report import TrainingFacts
from engine.specs.training import TrainingSpec
from engine.tasks.task import Splits, Task, TrainedModel
from engine.training.interrupt import Interrupt
from engine.training.loop import LoopContext, TrainingLoop
from engine.training.resources import ResourceMonitor, open_device, use_threads


def train(
    task: Task,
    spec: TrainingSpec,
    *,
    work: Path,
    emit: EventSink,
    interrupt: Interrupt,
    monitor: ResourceMonitor,
) -> TrainedModel:
    """Train a model, going on from the work folder's checkpoint when it has one.

    Args:
        task: of the spec.
        spec: may still hold ``auto``.
        work: folder of checkpoints.
        emit: is told all that happens.
        interrupt: asks the run to stop.
        monitor: is told the speed.

    Raises:
        EngineError: the kind says whose fault it is.
    """
    device = open_device(spec.resources)
    use_threads(spec.resources)
    emit.phase("check")
    check(task, spec, emit)
    emit.phase("prepare")
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    _load(splits, spec, emit)
    torch.manual_seed(spec.seed)
    model = task.build_model(spec, splits.labels).to(device)
    pretrained = _say_origin(task, spec, splits, emit)
    recipe = task.recipe(spec)
    loop = TrainingLoop(
        task,
        spec,
        splits,
        model,
        LoopContext(work, emit, interrupt, monitor, fingerprint(spec)),
    )
    emit.phase("train")
    if loop.resume():
        emit.log(f"Going on after step {loop.progress.step}, epoch {loop.progress.epoch}.")
    with interrupt.deferred():
        loop.run()
    monitor.images_per_second = None
    facts = TrainingFacts(
        backbone=spec.backbone,
        pretrained=pretrained,
        from_scratch=pretrained is None and spec.initial_package is None,
        epochs=loop.progress.epoch,
        best_epoch=loop.progress.best_epoch,
        train_samples=len(splits.train),
        train_seconds=loop.progress.train_seconds,
        device=str(device),
        parameters=sum(parameter.numel() for parameter in model.parameters()),
    )
    emit.log(
        f"Trained {facts.epochs} of {recipe.epochs} epochs in {facts.train_seconds:.1f} s; "
        f"epoch {facts.best_epoch} was the best."
    )
    return TrainedModel(model=loop.model, spec=spec, splits=splits, facts=facts)


def check(task: Task, spec: TrainingSpec, emit: EventSink) -> None:
    """Say what is wrong with the data.

    Raises:
        DataError: when it cannot be trained on; carries the first such finding.
    """
    findings = task.check(spec.data)
    for finding in findings:
        if finding.blocking:
            raise DataError(finding.message, code=finding.code, **finding.params)
        emit.warning(finding.code, finding.message, **finding.params)


def fingerprint(spec: TrainingSpec) -> str:
    """Return a digest of all that decides the result, so that no run resumes another's work."""
    text = spec.model_dump_json(exclude={"resources", "model_name", "model_version"})
    return hashlib.sha256(text.encode()).hexdigest()


def _load(splits: Splits, spec: TrainingSpec, emit: EventSink) -> None:
    """Decode the images into memory as long as there is room; the rest is decoded per batch."""
    budget = cache_budget_bytes(spec.resources.memory_bytes)
    datasets = [
        dataset
        for dataset in (splits.train, splits.validation, splits.test)
        if isinstance(dataset, ImageDataset)
    ]
    total, before = sum(len(dataset) for dataset in datasets), 0
    for dataset in datasets:
        if dataset.memory_bytes > budget:
            emit.log(
                f"{len(dataset)} images take {dataset.memory_bytes >> 20} MiB decoded, more than "
                f"the {budget >> 20} MiB left; they are decoded again in each epoch."
            )
            continue
        budget -= dataset.memory_bytes
        dataset.load(lambda done, before=before: emit.progress("prepare", before + done, total))
        before += len(dataset)


def _say_origin(task: Task, spec: TrainingSpec, splits: Splits, emit: EventSink) -> str | None:
    """Tell where the weights come from; return the name of the pretrained ones."""
    card = task.card.backbone(spec.backbone)
    if spec.initial_package is not None:
        change = compare_labels(Path(spec.initial_package), splits.labels)
        emit.log(
            f"Starting from the initial model: {len(change.kept)} labels kept, new: "
            f"{', '.join(change.new) or 'none'}, dropped: {', '.join(change.dropped) or 'none'}."
        )
        return None
    if find_weights(spec.pretrained, card) is not None:
        return card.weights
    if spec.pretrained is not None and card.weights is not None:
        emit.warning(
            "from_scratch",
            f"The pretrained weights '{card.weights}' are absent, so the model is trained from "
            "scratch. It needs more samples and time.",
            weights=card.weights,
            backbone=card.key,
        )
    return None
