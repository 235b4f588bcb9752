"""Learn by gradient descent: what the tasks that do so share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from engine.catalog import TaskCard
from engine.data.evaluation_data import chosen, evaluation_samples, require_known
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.events import EventSink
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.run import RunContext, TrainedModel
from engine.interfaces.task import GradientTask
from engine.models.low_rank import merge_adapters, num_adapters
from engine.specs.data import DataSpec
from engine.specs.fine_tuning import Adaptable
from engine.specs.package.report import TrainingSummary
from engine.specs.training import TrainingSpec
from engine.training.adaptation import adapt
from engine.training.checkpoint import BEST, LAST, not_trained
from engine.training.loop import TrainingLoop
from engine.training.resources import place
from engine.validation.checks import Finding
from engine.weights.initial import compare_labels, load_initial
from engine.weights.pretrained import find_weights


class GradientLearner(GradientTask[Any]):
    """What all tasks have alike whose network learns by gradient descent.

    A task opens its data, builds a new network and names the loss; this starts the network where
    the spec says, and trains it.
    """

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        return check_samples(read_samples(data, self.card), self.card)

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open data that a package is evaluated by.

        Raises:
            DataError: when it cannot be read, or has labels that the model does not know.
        """
        samples = self.evaluation_samples(read_samples(request.data, self.card), request)
        return evaluation_samples(samples, request, self.card.media)

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the samples that count; a task says here how it divides them."""
        require_known(samples.labels, request.labels)
        return chosen(samples, request.split)

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Train to the end, from the work folder's checkpoint when it has one.

        Raises:
            Cancelled: when asked to stop; a checkpoint was written.
            EngineError: the kind says whose fault it is.
        """
        loop, pretrained = _prepare(self, spec, splits, context)
        if loop.resume():
            progress = loop.progress
            context.emit.log(
                "run_resumed",
                f"Going on after step {progress.step}, epoch {progress.epoch}.",
                step=progress.step,
                epoch=progress.epoch,
            )
        with context.interrupt.deferred():
            loop.run()
        context.monitor.samples_per_second = None
        return self.finished(_trained(self, spec, splits, context, loop, pretrained))

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the best model so far without training.

        Raises:
            SpecError: ``not_trained`` when the work folder has no finished epoch.
        """
        if not (context.work / BEST).exists():
            raise not_trained(context.work)
        loop, pretrained = _prepare(self, spec, splits, context)
        loop.resume()
        loop.take_best()
        return self.finished(_trained(self, spec, splits, context, loop, pretrained))

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network; an initial package then fills in what it has, all but new labels.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
            SpecError: when the initial package does not fit, or nothing can be adapted.
        """
        model = self.new_model(spec, splits)
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, splits.labels)
        if isinstance(spec.options, Adaptable):
            adapt(model, spec.options.lora, spec, self.card)
        return model

    def new_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network, pretrained or with random weights; its head is always new.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
        """
        raise NotImplementedError

    def begin(self, spec: TrainingSpec, splits: Splits, model: Any) -> None:
        """Change a network that has learnt nothing yet, not at all unless a task says so."""

    def finished(self, trained: TrainedModel) -> TrainedModel:
        """Return the model with what is learnt after its network, nothing unless a task says so."""
        return trained


def _prepare(
    task: GradientTask[Any], spec: TrainingSpec, splits: Splits, context: RunContext
) -> tuple[TrainingLoop, str | None]:
    """Build the network and the loop; the last item names its pretrained weights."""
    # Layers draw their weights, and dropout, from torch's own generator alone.
    torch.manual_seed(spec.seed)
    model = place(task.build_model(spec, splits), spec.resources)
    if spec.initial_package is None and not (context.work / LAST).exists():
        task.begin(spec, splits, model)
    pretrained = say_origin(task.card, spec, splits, context.emit)
    if num_adapters(model):
        _say_what_learns(model, context.emit)
    return TrainingLoop(task, spec, splits, model, context), pretrained


def _trained(
    task: GradientTask[Any],
    spec: TrainingSpec,
    splits: Splits,
    context: RunContext,
    loop: TrainingLoop,
    pretrained: str | None,
) -> TrainedModel:
    # What was learnt beside the projections becomes part of them: packages know of no adapters.
    merge_adapters(loop.model)
    progress = loop.progress
    summary = TrainingSummary(
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
    context.emit.log(
        "epochs_trained",
        f"Trained {summary.epochs} epochs in {summary.train_seconds:.1f} s; "
        f"epoch {summary.best_epoch} was the best.",
        count=summary.epochs,
        seconds=round(summary.train_seconds, 1),
        best_epoch=summary.best_epoch,
    )
    return TrainedModel(
        spec=spec,
        splits=splits,
        summary=summary,
        networks=task.networks(spec, splits, loop.model),
        module=loop.model,
    )


def _say_what_learns(model: nn.Module, emit: EventSink) -> None:
    sizes = [(one.numel(), one.requires_grad) for one in model.parameters()]
    learns = sum(size for size, does in sizes if does)
    share = learns / sum(size for size, _ in sizes)
    adapters = num_adapters(model)
    emit.log(
        "adapters_placed",
        f"LoRA: {adapters} adapters; {learns:,} parameters learn ({share:.1%}).",
        adapters=adapters,
        parameters=learns,
        share=share,
    )


def say_origin(card: TaskCard, spec: TrainingSpec, splits: Splits, emit: EventSink) -> str | None:
    """Tell where the weights come from; return the name of the pretrained ones."""
    backbone = card.backbone(spec.backbone)
    if spec.initial_package is not None:
        change = compare_labels(Path(spec.initial_package), splits.labels)
        emit.log(
            "started_from_model",
            f"Starting from the initial model: {len(change.kept)} labels kept, new: "
            f"{', '.join(change.new) or 'none'}, dropped: {', '.join(change.dropped) or 'none'}.",
            kept=len(change.kept),
            new=", ".join(change.new) or "–",
            dropped=", ".join(change.dropped) or "–",
        )
        return None
    if backbone.weights is not None and find_weights(spec.pretrained, backbone) is not None:
        emit.log(
            "started_from_weights",
            f"Starting from the pretrained weights '{backbone.weights}'.",
            weights=backbone.weights,
        )
        return backbone.weights
    if spec.pretrained is not None and backbone.weights is not None:
        emit.warning(
            "from_scratch",
            f"The pretrained weights '{backbone.weights}' are absent, so the model is trained from "
            "scratch. It needs more samples and time.",
            weights=backbone.weights,
            backbone=backbone.key,
        )
    return None
