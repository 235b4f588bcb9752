"""Cards of the image tasks."""

from __future__ import annotations

from engine.catalog.cards import (
    AnnotationKind,
    AnswerKind,
    BackboneCard,
    Media,
    TaskCard,
    Tier,
)
from engine.specs.data import DatasetFormat
from engine.specs.image_anomaly_detection import AnomalyDetectionOptions
from engine.specs.image_classification import ImageClassificationOptions
from engine.specs.image_object_detection import ObjectDetectionOptions
from engine.specs.image_segmentation import SegmentationOptions

CLASSIFICATION = TaskCard(
    key="image.classification",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.CLASSES,
    answer=AnswerKind.LABELS,
    supports_multi_label=True,
    primary_metric="accuracy",
    formats=(DatasetFormat.IMAGE_FOLDER, DatasetFormat.CSV_LABELS, DatasetFormat.LOOSE_FILES),
    export_formats=(DatasetFormat.IMAGE_FOLDER, DatasetFormat.CSV_LABELS),
    backbones=(
        BackboneCard(
            key="small_cnn",
            tier=Tier.FAST,
            parameters_millions=0.3,
            input_size=32,
            min_input_size=8,
        ),
        BackboneCard(
            key="resnet18",
            tier=Tier.FAST,
            parameters_millions=11.2,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-18",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="resnet50",
            tier=Tier.BALANCED,
            parameters_millions=23.5,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-50",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="convnextv2_atto",
            tier=Tier.BALANCED,
            parameters_millions=3.4,
            input_size=224,
            min_input_size=32,
        ),
        BackboneCard(
            key="convnextv2_tiny",
            tier=Tier.ACCURATE,
            parameters_millions=27.9,
            input_size=224,
            min_input_size=32,
        ),
        BackboneCard(
            key="vit_small",
            tier=Tier.ACCURATE,
            parameters_millions=21.7,
            input_size=224,
            min_input_size=16,
        ),
    ),
    export_targets=("onnxruntime",),
    options=ImageClassificationOptions,
)

OBJECT_DETECTION = TaskCard(
    key="image.object_detection",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.BOXES,
    answer=AnswerKind.BOXES,
    primary_metric="map_50",
    formats=(DatasetFormat.VOC, DatasetFormat.COCO, DatasetFormat.YOLO, DatasetFormat.LABELME),
    export_formats=(DatasetFormat.VOC, DatasetFormat.COCO, DatasetFormat.YOLO),
    backbones=(
        BackboneCard(
            key="light_nano",
            tier=Tier.FAST,
            parameters_millions=1.9,
            input_size=416,
            min_input_size=64,
        ),
        BackboneCard(
            key="light_small",
            tier=Tier.BALANCED,
            parameters_millions=4.2,
            input_size=416,
            min_input_size=64,
        ),
        BackboneCard(
            key="light_medium",
            tier=Tier.ACCURATE,
            parameters_millions=8.3,
            input_size=640,
            min_input_size=64,
        ),
        BackboneCard(
            key="rtdetr_v2_r18",
            tier=Tier.BALANCED,
            parameters_millions=20.1,
            input_size=640,
            min_input_size=64,
            weights="PekingU/rtdetr_v2_r18vd",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="dfine_m",
            tier=Tier.ACCURATE,
            parameters_millions=22.4,
            input_size=640,
            min_input_size=64,
            weights="ustc-community/dfine-medium-coco",
            licence="Apache-2.0",
        ),
    ),
    export_targets=("onnxruntime",),
    options=ObjectDetectionOptions,
)

SEGMENTATION = TaskCard(
    key="image.segmentation",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.OUTLINES,
    answer=AnswerKind.MASKS,
    primary_metric="mask_quality",
    formats=(DatasetFormat.COCO, DatasetFormat.LABELME, DatasetFormat.MASK_PNG),
    export_formats=(DatasetFormat.COCO, DatasetFormat.LABELME, DatasetFormat.MASK_PNG),
    backbones=(
        BackboneCard(
            key="light_nano",
            tier=Tier.FAST,
            parameters_millions=2.2,
            input_size=416,
            min_input_size=64,
        ),
        BackboneCard(
            key="light_small",
            tier=Tier.BALANCED,
            parameters_millions=4.9,
            input_size=416,
            min_input_size=64,
        ),
        BackboneCard(
            key="light_medium",
            tier=Tier.ACCURATE,
            parameters_millions=9.6,
            input_size=640,
            min_input_size=64,
        ),
        BackboneCard(
            key="segformer_b0",
            tier=Tier.BALANCED,
            parameters_millions=3.7,
            input_size=512,
            min_input_size=64,
        ),
        BackboneCard(
            key="segformer_b2",
            tier=Tier.ACCURATE,
            parameters_millions=27.3,
            input_size=512,
            min_input_size=64,
        ),
    ),
    export_targets=("onnxruntime",),
    options=SegmentationOptions,
)

ANOMALY_DETECTION = TaskCard(
    key="image.anomaly_detection",
    modality="image",
    media=Media.IMAGE,
    annotation=AnnotationKind.DEFECTS,
    answer=AnswerKind.ANOMALY,
    learns_normal=True,
    primary_metric="auroc",
    formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.MASK_PNG,
        DatasetFormat.COCO,
    ),
    export_formats=(DatasetFormat.IMAGE_FOLDER, DatasetFormat.CSV_LABELS),
    backbones=(
        BackboneCard(
            key="texture_filters",
            tier=Tier.FAST,
            parameters_millions=0.001,
            input_size=128,
            min_input_size=32,
        ),
        BackboneCard(
            key="autoencoder",
            tier=Tier.FAST,
            parameters_millions=0.3,
            input_size=128,
            min_input_size=32,
        ),
        BackboneCard(
            key="patch_cnn",
            tier=Tier.BALANCED,
            parameters_millions=0.4,
            input_size=128,
            min_input_size=32,
        ),
        BackboneCard(
            key="resnet18",
            tier=Tier.ACCURATE,
            parameters_millions=11.2,
            input_size=224,
            min_input_size=32,
            weights="microsoft/resnet-18",
            licence="Apache-2.0",
        ),
    ),
    export_targets=("onnxruntime",),
    options=AnomalyDetectionOptions,
)

CARDS: tuple[TaskCard, ...] = (CLASSIFICATION, OBJECT_DETECTION, SEGMENTATION, ANOMALY_DETECTION)
