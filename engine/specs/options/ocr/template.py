"""Options of ``ocr.template``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.options.ocr.text_recognition import TextRecognitionOptions
from engine.specs.spec import option


class TemplateOptions(TextRecognitionOptions):
    """What a user may set for a run that learns to read the fields of a form.

    ``drawn_forms`` filled-in copies of each template are drawn to learn from. ``words`` are values
    that fields may have. Forms are drawn turned by up to ``max_angle`` either way, and with
    ``quarter_turns`` some of them upright or upside down. ``number_fields`` and ``date_fields``
    name the fields in which nothing but numbers or dates is read. ``reach`` is how far values stray
    from their field on semi-fixed forms, in heights of it.
    """

    drawn_forms: int = option(240, group="data", ge=8, le=5000, search=(60, 960), log=True)
    max_angle: float = option(
        6.0, group="augmentation", unit="degrees", ge=0, le=30, search=(0, 15)
    )
    quarter_turns: bool = option(True, group="augmentation")
    number_fields: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "data"})
    date_fields: tuple[str, ...] = Field(default=(), json_schema_extra={"group": "data"})
    reach: Annotated[float, Field(ge=0, le=5)] | Literal["auto"] = option("auto", group="data")


OPTIONS = TemplateOptions
