"""Options of ``retail.product_detection``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.options.image.classification import AugmentationSpec
from engine.specs.options.image.object_detection import (
    ObjectDetectionOptions,
    RegionAugmentationSpec,
)
from engine.specs.spec import option


class ShelfAugmentationSpec(RegionAugmentationSpec):
    """Random changes of shelves: gentler than elsewhere, since composing them varies them too."""

    horizontal_flip: bool = option(True, group="augmentation")
    translation: float = option(0.05, group="augmentation", ge=0, le=0.5, search=(0, 0.25))
    scale: float = option(0.2, group="augmentation", ge=0, le=0.9, search=(0, 0.6))
    mosaic: float = option(0.0, group="augmentation", ge=0, le=1, search=(0, 1))


class ProductAugmentationSpec(AugmentationSpec):
    """Random changes of the cut-out products that the recogniser learns; zero switches off."""

    horizontal_flip: bool = option(False, group="regularisation", expert=True)
    vertical_flip: bool = option(False, group="regularisation", expert=True)
    rotation_degrees: float = option(
        8, group="regularisation", expert=True, unit="degrees", ge=0, le=180
    )
    translation: float = option(0.08, group="regularisation", expert=True, ge=0, le=0.5)
    scale: float = option(0.15, group="regularisation", expert=True, ge=0, le=0.9)
    brightness: float = option(0.25, group="regularisation", expert=True, ge=0, le=1)
    contrast: float = option(0.2, group="regularisation", expert=True, ge=0, le=1)
    saturation: float = option(0.15, group="regularisation", expert=True, ge=0, le=1)
    erasing: float = option(0.2, group="regularisation", expert=True, ge=0, le=1)


class ProductDetectionOptions(ObjectDetectionOptions):
    """What a user may set for a run that learns to find products on shelves and to name them.

    ``synthetic_shelves`` are composed of cut-out products for training; real shelf photos come on
    top. Products overlap little, hence the low ``iou_threshold``. ``margin`` is the angle, in
    radians, by which a product must be nearer to its own centre than to any other.
    ``neighbour_share`` is the say of the facings beside a product in its name.
    """

    augmentation: ShelfAugmentationSpec = Field(
        default_factory=ShelfAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    product_augmentation: ProductAugmentationSpec = Field(
        default_factory=ProductAugmentationSpec, json_schema_extra={"group": "regularisation"}
    )
    iou_threshold: float = option(0.45, group="data", ge=0.1, le=1, expert=True)
    class_weights: Literal["none", "balanced"] = option("balanced", group="data", expert=True)
    synthetic_shelves: Annotated[int, Field(ge=0, le=20_000)] = option(
        400, group="data", search=(100, 1000)
    )
    product_size: Annotated[int, Field(ge=32, le=256, multiple_of=16)] = option(
        64, group="data", unit="pixels", expert=True
    )
    embedding_size: Annotated[int, Field(ge=8, le=1024)] = option(128, group="data", expert=True)
    margin: float = option(0.2, group="regularisation", ge=0, le=1, expert=True, search=(0, 0.5))
    neighbour_share: float = option(0.4, group="data", ge=0, lt=1, expert=True)


OPTIONS = ProductDetectionOptions
