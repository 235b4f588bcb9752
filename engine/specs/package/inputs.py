"""What a model takes: the parts of one request, and how a runtime decodes each.

A part is a file (sent as bytes, or base64 in JSON) or a JSON value. ``kind`` decides both the
decoder and the names of the parts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class ImageInput(Spec):
    """One part ``image``: upright (EXIF applied), 8-bit RGB, height × width × 3."""

    kind: Literal["image"] = "image"
    color: Literal["RGB"] = "RGB"


class PromptedImageInput(Spec):
    """Parts ``image``, or ``image_key`` for one that was sent before, and ``prompt``.

    The prompt is clicks and a box in pixels of the upright image; the key is the SHA-256 of the
    image's file.
    """

    kind: Literal["prompted_image"] = "prompted_image"
    color: Literal["RGB"] = "RGB"


class TextInput(Spec):
    """One part ``text``: Unicode, as it is."""

    kind: Literal["text"] = "text"


class TextPairInput(Spec):
    """Two parts ``text1`` and ``text2``."""

    kind: Literal["text_pair"] = "text_pair"


class AudioInput(Spec):
    """One part ``sound``: one channel, resampled to ``sample_rate`` Hz, float32 in -1..1."""

    kind: Literal["audio"] = "audio"
    sample_rate: Annotated[int, Field(ge=1000)]


class VideoInput(Spec):
    """One part ``video``: frames as 8-bit RGB with their times in milliseconds."""

    kind: Literal["video"] = "video"


class NumberColumn(Spec):
    """A column of numbers; what cannot be read as one is missing."""

    kind: Literal["number"] = "number"
    name: str


class CategoryColumn(Spec):
    """A column of names; those outside ``categories`` are unknown, which is not missing."""

    kind: Literal["category"] = "category"
    name: str
    categories: tuple[str, ...]


TimeFormat = Literal[
    "day_first", "month_first", "epoch_seconds", "epoch_milliseconds", "serial_days"
]


class TimeColumn(Spec):
    """A column of points in time.

    ``format`` says what cells do not tell themselves: whether the day or the month comes first in
    05/01/2023, or what a number counts.
    """

    kind: Literal["time"] = "time"
    name: str
    format: TimeFormat | None = None


Column = Annotated[NumberColumn | CategoryColumn | TimeColumn, Field(discriminator="kind")]


class TableInput(Spec):
    """One part ``data``: rows as objects keyed by column; a column may be absent or null."""

    kind: Literal["table"] = "table"
    columns: tuple[Column, ...]


class SeriesInput(Spec):
    """One part ``data``: columns as arrays, one row a point in time, oldest first.

    ``targets`` are forecast; ``frequency`` is a pandas offset alias such as ``h`` or ``MS``;
    ``group`` names the column that tells several series apart.
    """

    kind: Literal["series"] = "series"
    time: TimeColumn
    targets: tuple[str, ...]
    covariates: tuple[Column, ...] = ()
    group: str | None = None
    frequency: str


class ImageTextInput(Spec):
    """Parts ``image`` and ``text``, either of them alone, or both to be compared."""

    kind: Literal["image_text"] = "image_text"
    color: Literal["RGB"] = "RGB"


InputSpec = Annotated[
    ImageInput
    | PromptedImageInput
    | TextInput
    | TextPairInput
    | AudioInput
    | VideoInput
    | TableInput
    | SeriesInput
    | ImageTextInput,
    Field(discriminator="kind"),
]
