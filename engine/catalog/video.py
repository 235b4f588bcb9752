"""Cards of the video tasks."""

from __future__ import annotations

from engine.catalog.cards import MACRO_F1, TaskCard, Tier, image_backbone
from engine.catalog.image import OBJECT_DETECTION
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.video.classification import VideoClassificationOptions
from engine.specs.options.video.object_tracking import ObjectTrackingOptions

CLASSIFICATION = TaskCard(
    key="video.classification",
    modality="video",
    media=Media.VIDEO,
    annotation=AnnotationKind.CLASSES,
    prediction=PredictionKind.LABELS,
    supports_multi_label=True,
    primary_metric="accuracy",
    other_metrics=(MACRO_F1,),
    formats=(
        DatasetFormat.VIDEO_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    export_formats=(
        DatasetFormat.VIDEO_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        image_backbone("film_cnn", Tier.FAST, 0.2, 64, 8),
        image_backbone("r2plus1d_small", Tier.BALANCED, 1.6, 112, 8),
        image_backbone("videomae_small", Tier.ACCURATE, 21.9, 112, 32),
    ),
    options=VideoClassificationOptions,
)

OBJECT_TRACKING = TaskCard(
    key="video.object_tracking",
    modality="video",
    media=Media.VIDEO,
    annotation=AnnotationKind.TRACKS,
    prediction=PredictionKind.TRACKS,
    # It weighs finding and following objects alike, at all qualities of the boxes; IDF1 falls
    # little when half of the objects are never found, and MOTA hardly when they change identity.
    primary_metric="hota",
    formats=(DatasetFormat.MOT, DatasetFormat.CVAT, DatasetFormat.JSON_LINES),
    export_formats=(DatasetFormat.MOT, DatasetFormat.CVAT, DatasetFormat.JSON_LINES),
    backbones=OBJECT_DETECTION.backbones,
    options=ObjectTrackingOptions,
    advised_samples_per_label=10,
)

CARDS: tuple[TaskCard, ...] = (CLASSIFICATION, OBJECT_TRACKING)
