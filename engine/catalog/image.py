"""Cards of the image tasks."""

from __future__ import annotations

from engine.catalog.cards import MACRO_F1, BackboneCard, TaskCard, Tier, image_backbone
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.image.anomaly_detection import AnomalyDetectionOptions
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.options.image.segmentation import SegmentationOptions

_SOLVED = ("schedule", "optimizer", "regularisation")
"""Groups of options that are of networks that learn by steps, and not of those that remember."""

CLASSIFICATION = TaskCard(
    key="image.classification",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.CLASSES,
    prediction=PredictionKind.LABELS,
    supports_multi_label=True,
    primary_metric="accuracy",
    other_metrics=(MACRO_F1,),
    formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.LOOSE_FILES,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.CVAT,
    ),
    export_formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        image_backbone("small_cnn", Tier.FAST, 0.3, 32, 8),
        BackboneCard(
            key="designed_cnn",
            tier=Tier.FAST,
            parameters_millions=0.3,
            input_size=32,
            shape="design",
        ),
        BackboneCard(
            key="designed_transformer",
            tier=Tier.FAST,
            parameters_millions=0.6,
            input_size=32,
            shape="transformer",
        ),
        image_backbone("photo_cnn", Tier.FAST, 1.2, 96, 32, "easel/photo_cnn", "Apache-2.0", 64),
        image_backbone("resnet18", Tier.FAST, 11.2, 224, 32, "microsoft/resnet-18", "Apache-2.0"),
        image_backbone(
            "resnet50", Tier.BALANCED, 23.5, 224, 32, "microsoft/resnet-50", "Apache-2.0"
        ),
        image_backbone("convnextv2_atto", Tier.BALANCED, 3.4, 224, 32),
        image_backbone("convnextv2_tiny", Tier.ACCURATE, 27.9, 224, 32),
        image_backbone("vit_small", Tier.ACCURATE, 21.7, 224, 16),
        image_backbone(
            "vit_base", Tier.ACCURATE, 85.8, 224, 32, "google/vit-base-patch16-224", "Apache-2.0"
        ),
    ),
    options=ImageClassificationOptions,
)

OBJECT_DETECTION = TaskCard(
    key="image.object_detection",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.BOXES,
    prediction=PredictionKind.BOXES,
    primary_metric="map_50",
    formats=(
        DatasetFormat.VOC,
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.LABELME,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.CVAT,
    ),
    export_formats=(
        DatasetFormat.VOC,
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.CVAT,
    ),
    backbones=(
        image_backbone("light_nano", Tier.FAST, 1.9, 416, 64),
        image_backbone("light_small", Tier.BALANCED, 4.2, 416, 64),
        image_backbone("light_medium", Tier.ACCURATE, 8.3, 640, 64),
        image_backbone(
            "rtdetr_v2_r18", Tier.BALANCED, 20.1, 640, 64, "PekingU/rtdetr_v2_r18vd", "Apache-2.0"
        ),
        image_backbone(
            "dfine_m",
            Tier.ACCURATE,
            22.4,
            640,
            64,
            "ustc-community/dfine-medium-coco",
            "Apache-2.0",
        ),
    ),
    options=ObjectDetectionOptions,
)

SEGMENTATION = TaskCard(
    key="image.segmentation",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.OUTLINES,
    prediction=PredictionKind.MASKS,
    primary_metric="mask_quality",
    formats=(
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.LABELME,
        DatasetFormat.MASK_PNG,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.CVAT,
    ),
    export_formats=(
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.LABELME,
        DatasetFormat.MASK_PNG,
        DatasetFormat.MASK_COLOR,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.CVAT,
    ),
    backbones=(
        image_backbone("light_nano", Tier.FAST, 2.2, 416, 64),
        image_backbone("light_small", Tier.BALANCED, 4.9, 416, 64),
        image_backbone("light_medium", Tier.ACCURATE, 9.6, 640, 64),
        image_backbone("segformer_b0", Tier.BALANCED, 3.7, 512, 64),
        image_backbone("segformer_b2", Tier.ACCURATE, 27.3, 512, 64),
        image_backbone("mask2former_nano", Tier.BALANCED, 1.9, 416, 64),
        image_backbone(
            "mask2former_swin_t",
            Tier.ACCURATE,
            47.4,
            640,
            64,
            "facebook/mask2former-swin-tiny-coco-instance",
            "other",
        ),
    ),
    options=SegmentationOptions,
)

ANOMALY_DETECTION = TaskCard(
    key="image.anomaly_detection",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.DEFECTS,
    prediction=PredictionKind.ANOMALY,
    learns_normal=True,
    primary_metric="auroc",
    formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.MASK_PNG,
        DatasetFormat.COCO,
        DatasetFormat.JSON_LINES,
        DatasetFormat.CVAT,
    ),
    export_formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
    ),
    backbones=(
        BackboneCard(
            key="texture_filters",
            tier=Tier.FAST,
            parameters_millions=0.001,
            input_size=128,
            min_input_size=32,
            unmoved_by=_SOLVED,
        ),
        image_backbone("autoencoder", Tier.FAST, 0.3, 128, 32),
        image_backbone("patch_cnn", Tier.BALANCED, 0.4, 128, 32),
        BackboneCard(
            key="resnet18",
            tier=Tier.ACCURATE,
            parameters_millions=11.2,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-18",
            licence="Apache-2.0",
            unmoved_by=_SOLVED,
        ),
    ),
    options=AnomalyDetectionOptions,
)

CARDS: tuple[TaskCard, ...] = (CLASSIFICATION, OBJECT_DETECTION, SEGMENTATION, ANOMALY_DETECTION)
