"""Cards of the multimodal tasks."""

from __future__ import annotations

from engine.catalog.cards import TaskCard, Tier, image_backbone
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
        image_backbone("small_cnn", Tier.FAST, 0.7, 64, 8),
        image_backbone(
            "resnet18", Tier.BALANCED, 11.6, 224, 32, "microsoft/resnet-18", "Apache-2.0"
        ),
        image_backbone("convnextv2_atto", Tier.BALANCED, 3.8, 224, 32),
        image_backbone(
            "resnet50", Tier.ACCURATE, 24.1, 224, 32, "microsoft/resnet-50", "Apache-2.0"
        ),
        image_backbone("clip_small", Tier.BALANCED, 5.7, 224, 32),
        image_backbone(
            "clip_vit_b32",
            Tier.ACCURATE,
            151.3,
            224,
            32,
            "openai/clip-vit-base-patch32",
            "not stated",
        ),
        image_backbone(
            "siglip_base",
            Tier.ACCURATE,
            203.2,
            224,
            32,
            "google/siglip-base-patch16-224",
            "Apache-2.0",
        ),
    ),
    options=ImageTextRetrievalOptions,
)
"""The backbone sees the image, and its texts are read by an encoder that is trained anew; that of
CLIP and SigLIP is both, and reads with the tokenizer of its weights.
"""

CARDS: tuple[TaskCard, ...] = (IMAGE_TEXT_RETRIEVAL,)
