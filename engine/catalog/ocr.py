"""Cards of the OCR tasks."""

from __future__ import annotations

from engine.catalog.cards import BackboneCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.ocr.template import TemplateOptions
from engine.specs.options.ocr.text_recognition import TextRecognitionOptions

_READERS = (
    BackboneCard(
        key="reader_small",
        tier=Tier.FAST,
        parameters_millions=0.7,
        min_input_size=64,
        weights="easel/reader_small",
        licence="Apache-2.0",
    ),
    BackboneCard(
        key="reader_medium",
        tier=Tier.BALANCED,
        parameters_millions=1.7,
        min_input_size=64,
        weights="easel/reader_medium",
        licence="Apache-2.0",
    ),
    BackboneCard(
        key="reader_large", tier=Tier.ACCURATE, parameters_millions=4.2, min_input_size=64
    ),
)

TEXT_RECOGNITION = TaskCard(
    key="ocr.text_recognition",
    modality="ocr",
    media=Media.IMAGE,
    annotation=AnnotationKind.TEXT_LINES,
    prediction=PredictionKind.WORDS,
    primary_metric="line_f1",
    formats=(DatasetFormat.TEXT_LINES, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(DatasetFormat.TEXT_LINES, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    backbones=_READERS,
    options=TextRecognitionOptions,
    works_untrained=True,
)

TEMPLATE = TaskCard(
    key="ocr.template",
    modality="ocr",
    media=Media.IMAGE,
    annotation=AnnotationKind.TEXT_LINES,
    prediction=PredictionKind.WORDS,
    primary_metric="field_accuracy",
    formats=(DatasetFormat.TEXT_LINES, DatasetFormat.JSON_LINES),
    export_formats=(DatasetFormat.TEXT_LINES, DatasetFormat.JSON_LINES),
    backbones=_READERS,
    options=TemplateOptions,
    needs_validation=False,
    min_samples_per_label=1,
    advised_samples_per_label=1,
)

CARDS: tuple[TaskCard, ...] = (TEXT_RECOGNITION, TEMPLATE)
