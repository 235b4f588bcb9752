"""One run from spec to trained model: check, prepare, train."""

from __future__ import annotations

import hashlib
from pathlib import Path

import torch

from engine.data.image_dataset import ImageDataset, cache_budget_bytes
from engine.errors import DataError, SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.models.initial import compare_labels
from engine.models.pretrained import find_weights
from engine.specs.report import TrainingFacts
from engine.specs.training import TrainingSpec
from engine.tasks.task import Splits, Task, TrainedModel
from engine.training.checkpoint import BEST
from engine.training.loop import LoopContext, TrainingLoop
from engine.training.resources import ResourceMonitor, open_device, use_threads


class Trainer:
    """Trains one model in one work folder.

    Args:
        task: of the spec.
        spec: may still hold ``auto``.
        work: folder of checkpoints; a run goes on from the one it finds.
        emit: is told all that happens.
        interrupt: asks the run to stop.
        monitor: is told the speed.
    """

    def __init__(
        self,
        task: Task,
        spec: TrainingSpec,
        work: Path,
        emit: EventSink,
        interrupt: Interrupt,
        monitor: ResourceMonitor,
    ) -> None:
        self._task, self._spec, self._work = task, spec, work
        self._emit, self._interrupt, self._monitor = emit, interrupt, monitor

    def train(self) -> TrainedModel:
        """Train a model to its end, from the work folder's checkpoint when it has one.

        Raises:
            EngineError: the kind says whose fault it is.
        """
        self._emit.phase("check")
        check_data(self._task, self._spec, self._emit)
        spec, splits, loop, pretrained = self._prepare()
        self._emit.phase("train")
        if loop.resume():
            self._emit.log(
                f"Going on after step {loop.progress.step}, epoch {loop.progress.epoch}."
            )
        with self._interrupt.deferred():
            loop.run()
        self._monitor.images_per_second = None
        return self._trained(spec, splits, loop, pretrained)

    def restore(self) -> TrainedModel:
        """Return the best model so far without training.

        Raises:
            SpecError: ``not_trained`` when the work folder has no finished epoch.
        """
        if not (self._work / BEST).exists():
            raise SpecError(
                f"'{self._work}' holds no trained epoch. Train there first.", code="not_trained"
            )
        spec, splits, loop, pretrained = self._prepare()
        loop.resume()
        loop.take_best()
        return self._trained(spec, splits, loop, pretrained)

    def _prepare(self) -> tuple[TrainingSpec, Splits, TrainingLoop, str | None]:
        """Open the data and build the network; the last item names its pretrained weights."""
        task, emit = self._task, self._emit
        device = open_device(self._spec.resources)
        use_threads(self._spec.resources)
        emit.phase("prepare")
        splits = task.build_splits(self._spec)
        spec = task.resolve(self._spec, splits)
        load_into_memory(splits, spec, emit)
        torch.manual_seed(spec.seed)
        model = task.build_model(spec, splits.labels).to(device)
        pretrained = _say_origin(task, spec, splits, emit)
        context = LoopContext(
            self._work, emit, self._interrupt, self._monitor, fingerprint(spec, splits)
        )
        return spec, splits, TrainingLoop(task, spec, splits, model, context), pretrained

    def _trained(
        self, spec: TrainingSpec, splits: Splits, loop: TrainingLoop, pretrained: str | None
    ) -> TrainedModel:
        progress = loop.progress
        facts = TrainingFacts(
            backbone=spec.backbone,
            pretrained=pretrained,
            from_scratch=pretrained is None and spec.initial_package is None,
            epochs=progress.epoch,
            best_epoch=progress.best_epoch,
            train_samples=len(splits.train),
            train_seconds=progress.train_seconds,
            device=spec.resources.device,
            parameters=sum(parameter.numel() for parameter in loop.model.parameters()),
        )
        self._emit.log(
            f"Trained {facts.epochs} epochs in {facts.train_seconds:.1f} s; "
            f"epoch {facts.best_epoch} was the best."
        )
        return TrainedModel(model=loop.model, spec=spec, splits=splits, facts=facts)


def check_data(task: Task, spec: TrainingSpec, emit: EventSink) -> None:
    """Say what is wrong with the data.

    Raises:
        DataError: when it cannot be trained on; carries the first such finding.
    """
    for finding in task.check(spec.data):
        if finding.blocking:
            raise DataError(finding.message, code=finding.code, **finding.params)
        emit.warning(finding.code, finding.message, **finding.params)


def fingerprint(spec: TrainingSpec, splits: Splits) -> str:
    """Return a digest of all that decides the result, so that no run resumes another's work."""
    free = {"run_id", "resources", "model_name", "model_version", "data"}
    digest = hashlib.sha256(spec.model_dump_json(exclude=free).encode())
    for dataset in (splits.train, splits.validation):
        for record in dataset.records:
            digest.update(f"{record.sha256} {'|'.join(record.labels)}\n".encode())
        digest.update(b"\n")
    return digest.hexdigest()


def load_into_memory(splits: Splits, spec: TrainingSpec, emit: EventSink) -> None:
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
        for done in dataset.load():
            emit.progress("prepare", before + done, total)
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
