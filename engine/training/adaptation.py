"""Fine-tune a known transformer by adapters of low rank, where the options ask for it."""

from __future__ import annotations

from torch import nn

from engine.catalog import TaskCard
from engine.errors import SpecError
from engine.models.low_rank import add_adapters
from engine.specs.fine_tuning import LoraSpec
from engine.specs.training import TrainingSpec
from engine.weights.pretrained import find_weights


def adapt(model: nn.Module, lora: LoraSpec, spec: TrainingSpec, card: TaskCard) -> None:
    """Put adapters into a network that knows something, and freeze what they stand beside.

    Args:
        model: filled in already; changed in place.
        lora: the options; a rank of 0 leaves the network as it is.
        spec: says what the network starts from.
        card: of the task.

    Raises:
        SpecError: ``lora_unsupported`` when nothing in the network can be adapted,
            ``lora_from_scratch`` when its weights are random.
    """
    if lora.rank == 0:
        return
    if add_adapters(model, lora.rank, lora.alpha) == 0:
        raise SpecError(
            f"LoRA adapts the attention projections of a transformer, and the network "
            f"'{spec.backbone}' has none that learns. Choose a transformer, or set the rank of "
            "LoRA to 0.",
            code="lora_unsupported",
            backbone=spec.backbone,
        )
    is_known = find_weights(spec.pretrained, card.backbone(spec.backbone)) is not None
    if not is_known and spec.initial_package is None:
        raise SpecError(
            f"LoRA leaves the weights of '{spec.backbone}' as they are, and this run starts from "
            "random ones. Name a folder of pretrained weights or an initial model, or set the "
            "rank of LoRA to 0.",
            code="lora_from_scratch",
            backbone=spec.backbone,
        )
