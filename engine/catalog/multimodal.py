"""Cards of the multimodal tasks."""

from __future__ import annotations

from engine.catalog.cards import BackboneCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.multimodal.image_text_retrieval import ImageTextRetrievalOptions

IMAGE_TEXT_RETRIEVAL = TaskCard(
    key="multimodal.image_text_retrieval",
    modality="multimodal",
    media=Media.IMAGE,
    annotation=AnnotationKind.CAPTIONS,
    prediction=PredictionKind.MATCHES,
    primary_metric="recall_at_5",
    formats=(DatasetFormat.CAPTIONS, DatasetFormat.JSON_LINES),
    export_formats=(DatasetFormat.CAPTIONS, DatasetFormat.JSON_LINES),
    backbones=(
        BackboneCard(
            key="small_cnn",
            tier=Tier.FAST,
            parameters_millions=0.7,
            input_size=64,
            min_input_size=8,
        ),
        BackboneCard(
            key="resnet18",
            tier=Tier.BALANCED,
            parameters_millions=11.6,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-18",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="convnextv2_atto",
            tier=Tier.BALANCED,
            parameters_millions=3.8,
            input_size=224,
            min_input_size=32,
        ),
        BackboneCard(
            key="resnet50",
            tier=Tier.ACCURATE,
            parameters_millions=24.1,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-50",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="clip_small",
            tier=Tier.BALANCED,
            parameters_millions=5.7,
            input_size=224,
            min_input_size=32,
        ),
        BackboneCard(
            key="clip_vit_b32",
            tier=Tier.ACCURATE,
            parameters_millions=151.3,
            input_size=224,
            min_input_size=32,
            weights="openai/clip-vit-base-patch32",
            licence="not stated",
        ),
        BackboneCard(
            key="siglip_base",
            tier=Tier.ACCURATE,
            parameters_millions=203.2,
            input_size=224,
            min_input_size=32,
            weights="google/siglip-base-patch16-224",
            licence="Apache-2.0",
        ),
    ),
    export_targets=("onnxruntime",),
    options=ImageTextRetrievalOptions,
)
"""The backbone sees the image, and its texts are read by an encoder that is trained anew; that of
CLIP and SigLIP is both, and reads with the tokenizer of its weights.
"""

CARDS: tuple[TaskCard, ...] = (IMAGE_TEXT_RETRIEVAL,)
