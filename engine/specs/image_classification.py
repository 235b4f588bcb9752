"""Options of ``image.classification``: one schema for form, command line, YAML, API and docs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec, option
from engine.specs.training import TaskOptions


class AugmentationSpec(Spec):
    """Random changes made to training images after resizing; zero switches one off."""

    horizontal_flip: bool = option(False, group="augmentation")
    vertical_flip: bool = option(False, group="augmentation")
    rotation_degrees: float = option(
        10.0, group="augmentation", unit="degrees", ge=0, le=180, search=(0, 30)
    )
    translation: float = option(0.1, group="augmentation", ge=0, le=0.5, search=(0, 0.25))
    scale: float = option(0.1, group="augmentation", ge=0, le=0.9, search=(0, 0.5))
    brightness: float = option(0.1, group="augmentation", ge=0, le=1)
    contrast: float = option(0.1, group="augmentation", ge=0, le=1)
    saturation: float = option(0.0, group="augmentation", ge=0, le=1)
    erasing: float = option(0.0, group="augmentation", ge=0, le=1)


class ImageClassificationOptions(TaskOptions):
    """What a user may set for an image classification run; defaults suit most data."""

    epochs: Annotated[int, Field(ge=1, le=10_000)] | Literal["auto"] = option(
        "auto", group="schedule"
    )
    image_size: Annotated[int, Field(ge=8, le=1024)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    batch_size: Annotated[int, Field(ge=1, le=4096)] | Literal["auto"] = option(
        "auto", group="schedule"
    )
    learning_rate: Annotated[float, Field(gt=0, le=10)] | Literal["auto"] = option(
        "auto", group="optimizer", search=(1e-5, 1e-1), log=True
    )
    early_stopping_patience: int = option(
        0, group="schedule", unit="epochs", ge=0, le=1000, expert=True
    )
    augmentation: AugmentationSpec = Field(
        default_factory=AugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    optimizer: Literal["adamw", "sgd"] = option("adamw", group="optimizer", expert=True)
    weight_decay: float = option(
        0.02, group="optimizer", ge=0, le=1, expert=True, search=(1e-5, 1e-1), log=True
    )
    warmup_share: float = option(0.05, group="schedule", ge=0, le=0.5, expert=True)
    label_smoothing: float = option(
        0.05, group="regularisation", ge=0, le=0.5, expert=True, search=(0, 0.2)
    )
    mixup: float = option(0.0, group="regularisation", ge=0, le=1, expert=True, search=(0, 0.4))
    cutmix: float = option(0.0, group="regularisation", ge=0, le=1, expert=True)
    ema_decay: float = option(0.995, group="regularisation", ge=0, lt=1, expert=True)
    class_weights: Literal["none", "balanced"] = option("none", group="data", expert=True)
    precision: Literal["auto", "float32", "bfloat16", "float16"] = option(
        "auto", group="hardware", expert=True
    )
