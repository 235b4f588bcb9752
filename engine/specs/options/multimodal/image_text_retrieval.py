"""Options of ``multimodal.image_text_retrieval``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.fine_tuning import LoraSpec
from engine.specs.options.image.classification import AugmentationSpec
from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import option


class ImageTextRetrievalOptions(ScheduleOptions):
    """What a user may set for a run that learns to match images and texts.

    ``loss`` compares each pair by itself (``sigmoid``), or each image and text with all others
    of its batch (``softmax``). ``embedding_size`` is of networks whose encoder of texts is trained
    anew; CLIP and SigLIP have their own. ``lora`` trains small adapters in these two, and nothing
    else of their transformers.
    """

    image_size: Annotated[int, Field(ge=8, le=1024)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    augmentation: AugmentationSpec = Field(
        default_factory=AugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    loss: Literal["sigmoid", "softmax"] = option(
        "softmax", group="model", expert=True, among=("sigmoid", "softmax")
    )
    embedding_size: int = option(
        128, group="model", ge=8, le=2048, expert=True, search=(64, 512), log=True
    )
    vocabulary_size: int = option(20_000, group="model", ge=100, le=200_000, expert=True)
    lora: LoraSpec = Field(default_factory=LoraSpec, json_schema_extra={"group": "fine_tuning"})


OPTIONS = ImageTextRetrievalOptions
