"""Cards of the retail tasks."""

from __future__ import annotations

from engine.catalog.cards import BackboneCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.retail.product_detection import ProductDetectionOptions

PRODUCT_DETECTION = TaskCard(
    key="retail.product_detection",
    modality="retail",
    media=Media.IMAGE,
    annotation=AnnotationKind.PRODUCTS,
    prediction=PredictionKind.BOXES,
    primary_metric="map_50",
    formats=(
        DatasetFormat.IMAGE_FOLDER,
        DatasetFormat.VOC,
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.LABELME,
        DatasetFormat.JSON_LINES,
        DatasetFormat.CVAT,
    ),
    export_formats=(
        DatasetFormat.VOC,
        DatasetFormat.COCO,
        DatasetFormat.YOLO,
        DatasetFormat.JSON_LINES,
        DatasetFormat.CVAT,
    ),
    backbones=(
        BackboneCard(
            key="shelf_small",
            tier=Tier.FAST,
            parameters_millions=3.2,
            input_size=320,
            min_input_size=64,
        ),
        BackboneCard(
            key="shelf_medium",
            tier=Tier.BALANCED,
            parameters_millions=7.0,
            input_size=416,
            min_input_size=64,
        ),
        BackboneCard(
            key="shelf_large",
            tier=Tier.ACCURATE,
            parameters_millions=13.3,
            input_size=640,
            min_input_size=64,
        ),
    ),
    export_targets=("onnxruntime",),
    options=ProductDetectionOptions,
    min_samples_per_label=1,
    advised_samples_per_label=20,
)
"""Each backbone is a detector of products and a recogniser of about half its size."""

CARDS: tuple[TaskCard, ...] = (PRODUCT_DETECTION,)
