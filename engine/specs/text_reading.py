"""Options of every task that reads texts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.fine_tuning import LoraSpec
from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option


class TextAugmentationSpec(Spec):
    """Random changes made to training texts; zero switches one off."""

    deletion: float = option(0.05, group="augmentation", ge=0, le=0.5, search=(0, 0.2))
    swap: float = option(0.0, group="augmentation", ge=0, le=0.5, search=(0, 0.2))


class TextOptions(ScheduleOptions):
    """How a text is cut into words and windows, and how a pretrained encoder is tuned.

    ``freeze_layers`` lower layers of a pretrained encoder, its embeddings among them, are left as
    they are (0: all are trained); ``layer_decay`` multiplies the learning rate once for each layer
    that lies above. ``lora`` trains small adapters in the layers that are left, and nothing else of
    the encoder.
    """

    unit: Literal["auto", "word", "character"] = option("auto", group="data", expert=True)
    max_words: Annotated[int, Field(ge=16, le=4096)] | Literal["auto"] = option(
        "auto", group="data", unit="words"
    )
    vocabulary_size: int = option(20_000, group="data", ge=100, le=200_000, expert=True)
    dropout: float = option(0.3, group="regularisation", ge=0, le=0.9, search=(0.1, 0.6))
    augmentation: TextAugmentationSpec = Field(
        default_factory=TextAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    freeze_layers: int = option(0, group="fine_tuning", ge=0, le=48, expert=True)
    layer_decay: float = option(1.0, group="fine_tuning", gt=0, le=1, expert=True, search=(0.7, 1))
    lora: LoraSpec = Field(default_factory=LoraSpec, json_schema_extra={"group": "fine_tuning"})
