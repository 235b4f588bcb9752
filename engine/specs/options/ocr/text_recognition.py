"""Options of ``ocr.text_recognition``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import Spec, option


class PageAugmentationSpec(Spec):
    """Random changes of the light of training images; zero switches one off."""

    brightness: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))
    contrast: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))
    saturation: float = option(0.2, group="augmentation", ge=0, le=1, search=(0, 0.5))


class TextRecognitionOptions(ScheduleOptions):
    """What a user may set for a run that learns to find and to read lines of text.

    ``synthetic_lines`` are drawn with the machine's fonts for each real line, for the recogniser:
    of ``words``, or of numbers, dates, prices and made-up words when none are given. At least
    2000 are drawn, and steps with few real lines take more of them; 0 draws none.
    ``fonts`` are file names of the machine's fonts to draw with, all of them when none are given.
    """

    image_size: Annotated[int, Field(ge=64, le=2048)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    line_height: int = option(32, group="data", unit="pixels", ge=16, le=64, expert=True)
    augmentation: PageAugmentationSpec = Field(
        default_factory=PageAugmentationSpec, json_schema_extra={"group": "augmentation"}
    )
    synthetic_lines: float = option(1.0, group="data", ge=0, le=100, search=(0.2, 5), log=True)
    words: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "data"})
    fonts: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "data"})


OPTIONS = TextRecognitionOptions
