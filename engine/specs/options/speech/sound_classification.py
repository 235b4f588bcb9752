"""Options of ``speech.sound_classification``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option


class AudioAugmentationSpec(Spec):
    """Random changes made to training recordings; zero switches one off.

    ``time_mask`` and ``band_mask`` are the largest share of frames and of bands that one blank
    stripe covers (SpecAugment).
    """

    time_shift: float = option(1.0, group="augmentation", ge=0, le=1)
    tempo: float = option(0.1, group="augmentation", ge=0, le=0.5, search=(0, 0.3))
    pitch: float = option(0.06, group="augmentation", ge=0, le=0.3, search=(0, 0.15))
    noise: float = option(0.1, group="augmentation", ge=0, le=2, search=(0, 0.5))
    time_mask: float = option(0.15, group="augmentation", ge=0, le=0.8, search=(0, 0.4))
    band_mask: float = option(0.15, group="augmentation", ge=0, le=0.8, search=(0, 0.4))


class SoundClassificationOptions(ScheduleOptions):
    """What a user may set for a sound classification run; defaults suit most data."""

    sample_rate: Annotated[int, Field(ge=4000, le=48_000)] | Literal["auto"] = option(
        "auto", group="data", unit="hertz", expert=True
    )
    window_seconds: Annotated[float, Field(ge=0.1, le=60)] | Literal["auto"] = option(
        "auto", group="data", unit="seconds"
    )
    num_bands: Annotated[int, Field(ge=16, le=256)] | Literal["auto"] = option(
        "auto", group="data", expert=True
    )
    augmentation: AudioAugmentationSpec = Field(
        default_factory=AudioAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    label_smoothing: float = option(
        0.05, group="regularisation", ge=0, le=0.5, expert=True, search=(0, 0.2)
    )
    mixup: float = option(0.0, group="regularisation", ge=0, le=1, expert=True, search=(0, 0.4))
    class_weights: Literal["auto", "none", "balanced"] = option("auto", group="data", expert=True)


OPTIONS = SoundClassificationOptions
