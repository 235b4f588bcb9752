"""Cards of the retail tasks."""

from __future__ import annotations

from engine.catalog.cards import TaskCard, Tier, image_backbone
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
        image_backbone("shelf_small", Tier.FAST, 3.2, 320, 64),
        image_backbone("shelf_medium", Tier.BALANCED, 7.0, 416, 64),
        image_backbone("shelf_large", Tier.ACCURATE, 13.3, 640, 64),
    ),
    options=ProductDetectionOptions,
    min_samples_per_label=1,
    advised_samples_per_label=20,
)
"""Each backbone is a detector of products and a recogniser of about half its size."""

CARDS: tuple[TaskCard, ...] = (PRODUCT_DETECTION,)
