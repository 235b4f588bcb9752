"""Options of ``image.classification``: one schema for form, command line, YAML, API and docs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.fine_tuning import LoraSpec
from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option
from engine.specs.tuning.network_design import GROUP, NetworkDesign, TransformerDesign


class AugmentationSpec(Spec):
    """Random changes made to training images after resizing; zero switches one off."""

    horizontal_flip: bool = option(False, group="augmentation", among=(False, True))
    vertical_flip: bool = option(False, group="augmentation")
    rotation_degrees: float = option(
        10.0, group="augmentation", unit="degrees", ge=0, le=180, search=(0, 30)
    )
    translation: float = option(0.1, group="augmentation", ge=0, le=0.5, search=(0, 0.25))
    scale: float = option(0.1, group="augmentation", ge=0, le=0.9, search=(0, 0.5))
    brightness: float = option(0.1, group="augmentation", ge=0, le=1, search=(0, 0.4))
    contrast: float = option(0.1, group="augmentation", ge=0, le=1, search=(0, 0.4))
    saturation: float = option(0.0, group="augmentation", ge=0, le=1, search=(0, 0.4))
    erasing: float = option(0.0, group="augmentation", ge=0, le=1, search=(0, 0.5))


class ImageClassificationOptions(ScheduleOptions):
    """What a user may set for an image classification run; defaults suit most data.

    ``lora`` trains small adapters in a vision transformer, and nothing else of it but the head.
    ``design`` is the shape of ``designed_cnn`` and ``transformer`` that of
    ``designed_transformer``; other networks have their own.
    """

    image_size: Annotated[int, Field(ge=8, le=1024)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    augmentation: AugmentationSpec = Field(
        default_factory=AugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    label_smoothing: float = option(
        0.05, group="regularisation", ge=0, le=0.5, expert=True, search=(0, 0.2)
    )
    mixup: float = option(0.0, group="regularisation", ge=0, le=1, expert=True, search=(0, 0.4))
    cutmix: float = option(0.0, group="regularisation", ge=0, le=1, expert=True, search=(0, 1))
    class_weights: Literal["auto", "none", "balanced"] = option(
        "auto", group="data", expert=True, among=("none", "balanced")
    )
    lora: LoraSpec = Field(default_factory=LoraSpec, json_schema_extra={"group": "fine_tuning"})
    design: NetworkDesign = Field(default_factory=NetworkDesign, json_schema_extra={"group": GROUP})
    transformer: TransformerDesign = Field(
        default_factory=TransformerDesign, json_schema_extra={"group": GROUP}
    )


OPTIONS = ImageClassificationOptions
