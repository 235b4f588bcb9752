"""Cards of the speech tasks."""

from __future__ import annotations

from engine.catalog.cards import MACRO_F1, BackboneCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.options.speech.sound_classification import SoundClassificationOptions

SOUND_CLASSIFICATION = TaskCard(
    key="speech.sound_classification",
    modality="speech",
    media=Media.AUDIO,
    annotation=AnnotationKind.CLASSES,
    prediction=PredictionKind.LABELS,
    supports_multi_label=True,
    primary_metric="accuracy",
    other_metrics=(MACRO_F1,),
    formats=(
        DatasetFormat.AUDIO_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    export_formats=(
        DatasetFormat.AUDIO_FOLDER,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        BackboneCard(key="sound_cnn_small", tier=Tier.FAST, parameters_millions=0.3),
        BackboneCard(key="sound_cnn", tier=Tier.BALANCED, parameters_millions=1.6),
        BackboneCard(
            key="ast_base",
            tier=Tier.ACCURATE,
            parameters_millions=86.2,
            weights="MIT/ast-finetuned-audioset-10-10-0.4593",
            licence="BSD-3-Clause",
        ),
        BackboneCard(key="ast_small", tier=Tier.ACCURATE, parameters_millions=5.4),
    ),
    options=SoundClassificationOptions,
)

RECOGNITION = TaskCard(
    key="speech.recognition",
    modality="speech",
    media=Media.AUDIO,
    annotation=AnnotationKind.TRANSCRIPT,
    prediction=PredictionKind.TRANSCRIPT,
    primary_metric="character_error_rate",
    higher_is_better=False,
    formats=(DatasetFormat.TRANSCRIPTS, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO),
    export_formats=(
        DatasetFormat.TRANSCRIPTS,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
    ),
    backbones=(
        BackboneCard(key="conformer_ctc_small", tier=Tier.FAST, parameters_millions=0.6),
        BackboneCard(key="conformer_ctc_medium", tier=Tier.BALANCED, parameters_millions=2.6),
        BackboneCard(key="conformer_ctc_large", tier=Tier.ACCURATE, parameters_millions=12.0),
        BackboneCard(key="wav2vec2_small", tier=Tier.BALANCED, parameters_millions=0.9),
        BackboneCard(
            key="wav2vec2_base",
            tier=Tier.ACCURATE,
            parameters_millions=94.4,
            weights="facebook/wav2vec2-base-960h",
            licence="Apache-2.0",
        ),
        BackboneCard(key="whisper_mini", tier=Tier.BALANCED, parameters_millions=1.9),
        BackboneCard(
            key="whisper_tiny",
            tier=Tier.BALANCED,
            parameters_millions=37.8,
            weights="openai/whisper-tiny",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="whisper_base",
            tier=Tier.ACCURATE,
            parameters_millions=72.6,
            weights="openai/whisper-base",
            licence="Apache-2.0",
        ),
        BackboneCard(
            key="whisper_small",
            tier=Tier.ACCURATE,
            parameters_millions=241.7,
            weights="openai/whisper-small",
            licence="Apache-2.0",
        ),
    ),
    options=SpeechRecognitionOptions,
)

CARDS: tuple[TaskCard, ...] = (SOUND_CLASSIFICATION, RECOGNITION)
