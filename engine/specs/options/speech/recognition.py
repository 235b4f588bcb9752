"""Options of ``speech.recognition``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option


class SpeechAugmentationSpec(Spec):
    """Random changes made to training recordings; zero switches one off.

    ``voice`` raises or lowers all frequencies by up to this share, as a shorter or longer vocal
    tract would. ``time_mask`` and ``band_mask`` are the largest share of frames and of bands that
    one blank stripe covers (SpecAugment); there are two stripes of each.
    """

    tempo: float = option(0.15, group="augmentation", ge=0, le=0.5, search=(0, 0.3))
    voice: float = option(0.2, group="augmentation", ge=0, le=0.4, search=(0, 0.3))
    noise: float = option(0.2, group="augmentation", ge=0, le=2, search=(0, 0.5))
    background: float = option(0.5, group="augmentation", ge=0, le=1)
    silence_seconds: float = option(0.3, group="augmentation", unit="seconds", ge=0, le=5)
    time_mask: float = option(0.05, group="augmentation", ge=0, le=0.8, search=(0, 0.2))
    band_mask: float = option(0.15, group="augmentation", ge=0, le=0.8, search=(0, 0.4))


class SpeechRecognitionOptions(ScheduleOptions):
    """What a user may set for a run that learns to write down what is said.

    The language model counts the transcripts and ``corpus``, texts of what is said where the model
    will be used. With a ``language_weight`` of ``auto`` it and ``character_bonus`` are the best
    ones on the validation split. ``language_order`` 0 does without a language model. ``keywords``
    are counted by themselves in the report. ``language`` is what published weights of Whisper are
    told, by its code (``de``); ``auto`` goes by the script of the transcripts, Latin being English.
    """

    sample_rate: Annotated[int, Field(ge=4000, le=48_000)] | Literal["auto"] = option(
        "auto", group="data", unit="hertz", expert=True
    )
    num_bands: Annotated[int, Field(ge=16, le=256)] | Literal["auto"] = option(
        "auto", group="data", expert=True
    )
    window_seconds: float = option(20.0, group="data", unit="seconds", ge=1, le=120, expert=True)
    pause_seconds: float = option(1.0, group="data", unit="seconds", ge=0, le=60, expert=True)
    language: str = option("auto", group="data", expert=True, pattern="^(auto|[a-z]{2,3})$")
    lowercase: bool = option(True, group="data")
    punctuation: bool = option(False, group="data")
    keywords: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "data"})
    augmentation: SpeechAugmentationSpec = Field(
        default_factory=SpeechAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    dropout: float = option(0.1, group="regularisation", ge=0, le=0.9, search=(0, 0.3))
    corpus: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "language"})
    language_order: int = option(5, group="language", ge=0, le=10, expert=True)
    language_weight: Annotated[float, Field(ge=0, le=10)] | Literal["auto"] = option(
        "auto", group="language", expert=True
    )
    character_bonus: float = option(0.0, group="language", ge=-10, le=10, expert=True)
    beam_width: int = option(16, group="language", ge=1, le=256, expert=True)


OPTIONS = SpeechRecognitionOptions
