"""Cards of the text tasks."""

from __future__ import annotations

from engine.catalog.cards import MACRO_F1, TABLE_FILES, BackboneCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.text.classification import TextClassificationOptions
from engine.specs.options.text.entity_extraction import TextEntityExtractionOptions
from engine.specs.options.text.relation_extraction import TextRelationExtractionOptions
from engine.specs.options.text.sentiment import TextSentimentOptions
from engine.specs.options.text.similarity import TextSimilarityOptions

_ENCODERS = (
    BackboneCard(
        key="bert_mini",
        tier=Tier.BALANCED,
        parameters_millions=11.2,
        weights="google/bert_uncased_L-4_H-256_A-4",
        licence="Apache-2.0",
        unmoved_by=("ngrams",),
    ),
    BackboneCard(
        key="bert_base_chinese",
        tier=Tier.ACCURATE,
        parameters_millions=102.0,
        weights="google-bert/bert-base-chinese",
        licence="Apache-2.0",
        unmoved_by=("ngrams",),
    ),
    BackboneCard(
        key="modernbert_base",
        tier=Tier.ACCURATE,
        parameters_millions=149.0,
        weights="answerdotai/ModernBERT-base",
        licence="Apache-2.0",
        unmoved_by=("ngrams",),
    ),
)
"""Encoders that are worth their size with pretrained weights alone."""

_GRADIENT = ("schedule", "optimizer", "regularisation", "augmentation", "fine_tuning")
"""Groups of options that are of networks, and not of models that are solved for."""

_OF_OTHERS = ("ngrams", "fine_tuning")
"""Groups of options that are of n-gram models and of pretrained encoders."""

_NB_NGRAMS = BackboneCard(
    key="nb_ngrams", tier=Tier.FAST, parameters_millions=1.2, unmoved_by=_GRADIENT
)
_TEXT_CNN = BackboneCard(
    key="text_cnn", tier=Tier.BALANCED, parameters_millions=2.0, unmoved_by=_OF_OTHERS
)
_SMALL_TRANSFORMER = BackboneCard(
    key="small_transformer", tier=Tier.BALANCED, parameters_millions=2.7, unmoved_by=_OF_OTHERS
)
_CONV_TAGGER = BackboneCard(
    key="conv_tagger", tier=Tier.FAST, parameters_millions=3.9, unmoved_by=_OF_OTHERS
)
_LSTM_TAGGER = BackboneCard(
    key="lstm_tagger", tier=Tier.BALANCED, parameters_millions=3.9, unmoved_by=_OF_OTHERS
)

CLASSIFICATION = TaskCard(
    key="text.classification",
    modality="text",
    media=Media.TEXT,
    annotation=AnnotationKind.CLASSES,
    prediction=PredictionKind.LABELS,
    supports_multi_label=True,
    primary_metric="accuracy",
    other_metrics=(MACRO_F1,),
    formats=(DatasetFormat.TEXT_TABLE, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(
        DatasetFormat.TEXT_TABLE,
        *TABLE_FILES,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        _NB_NGRAMS,
        BackboneCard(
            key="linear_ngrams", tier=Tier.FAST, parameters_millions=0.6, unmoved_by=_GRADIENT
        ),
        _TEXT_CNN,
        _SMALL_TRANSFORMER,
        *_ENCODERS,
    ),
    options=TextClassificationOptions,
)

_TAGGERS = (
    _CONV_TAGGER,
    _LSTM_TAGGER,
    _SMALL_TRANSFORMER,
    *_ENCODERS,
)

ENTITY_EXTRACTION = TaskCard(
    key="text.entity_extraction",
    modality="text",
    media=Media.TEXT,
    annotation=AnnotationKind.SPANS,
    prediction=PredictionKind.SPANS,
    primary_metric="f1",
    formats=(DatasetFormat.CONLL, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(DatasetFormat.CONLL, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    backbones=_TAGGERS,
    options=TextEntityExtractionOptions,
)

SIMILARITY = TaskCard(
    key="text.similarity",
    modality="text",
    media=Media.TEXT_PAIR,
    annotation=AnnotationKind.SCORE,
    prediction=PredictionKind.MATCHES,
    primary_metric="pearson",
    primary_unit="number",
    formats=(DatasetFormat.TEXT_PAIRS, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(
        DatasetFormat.TEXT_PAIRS,
        *TABLE_FILES,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        BackboneCard(
            key="alignment", tier=Tier.FAST, parameters_millions=0.4, unmoved_by=_OF_OTHERS
        ),
        BackboneCard(
            key="dual_words", tier=Tier.FAST, parameters_millions=1.0, unmoved_by=_OF_OTHERS
        ),
        _SMALL_TRANSFORMER,
        *_ENCODERS,
    ),
    options=TextSimilarityOptions,
)

SENTIMENT = TaskCard(
    key="text.sentiment",
    modality="text",
    media=Media.TEXT,
    annotation=AnnotationKind.ASPECT_SENTIMENT,
    prediction=PredictionKind.ASPECT_SENTIMENT,
    primary_metric="accuracy",
    formats=(DatasetFormat.TEXT_TABLE, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(
        DatasetFormat.TEXT_TABLE,
        *TABLE_FILES,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        _CONV_TAGGER,
        _NB_NGRAMS,
        _LSTM_TAGGER,
        _TEXT_CNN,
        _SMALL_TRANSFORMER,
        *_ENCODERS,
    ),
    options=TextSentimentOptions,
)

RELATION_EXTRACTION = TaskCard(
    key="text.relation_extraction",
    modality="text",
    media=Media.TEXT,
    annotation=AnnotationKind.RELATIONS,
    prediction=PredictionKind.RELATIONS,
    primary_metric="f1",
    formats=(DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    backbones=_TAGGERS,
    options=TextRelationExtractionOptions,
)

CARDS: tuple[TaskCard, ...] = (
    CLASSIFICATION,
    SENTIMENT,
    SIMILARITY,
    ENTITY_EXTRACTION,
    RELATION_EXTRACTION,
)
