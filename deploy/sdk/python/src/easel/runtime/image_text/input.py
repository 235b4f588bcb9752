"""An image, a text, or both as the input of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.runtime.example import Context, Example, Tensors
from easel.runtime.image.geometry import Pixels
from easel.runtime.image.input import ImageInput
from easel.runtime.image.preprocessing import FIELDS as IMAGE_FIELDS
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.text.input import TextInput

PARTS = ("image", "text")


class ImageText(NamedTuple):
    """A decoded request: pixels (H, W, 3) uint8 and a text, one of them possibly absent."""

    pixels: Pixels | None
    text: str | None


@dataclass(frozen=True)
class ImageTextContext(Context):
    """What was sent beside the image's tensor.

    Attributes:
        has_image: whether the row of the first network is an image that was sent.
        text: the text that was sent, if any.
        text_tensors: what the preprocessing makes of it, (1, …) each.
    """

    has_image: bool
    text: str | None
    text_tensors: Tensors | None


class ImageTextInput:
    """Parts ``image`` and ``text``, of which at least one is sent.

    The first network sees the image. Where none was sent it sees a black one, whose outputs mean
    nothing and are not used: so every example has a row.
    """

    parts = (
        Part("image", is_file=True, media=("image/",), required=False),
        Part("text", is_file=False, is_text=True, media=("text/plain",), required=False),
    )

    def __init__(self, ops: Sequence[Op], read: ReadFile, limits: Limits) -> None:
        """Compile an op list: those of images, in their order, and those of texts.

        Raises:
            PackageError: when an op is unknown or its fields are wrong.
        """
        self._image = ImageInput([op for op in ops if op.get("op") in IMAGE_FIELDS], limits)
        texts = [op for op in ops if op.get("op") not in IMAGE_FIELDS]
        self._text = TextInput(texts, read, limits)
        self.preprocessing = self._image.preprocessing

    def decode(self, source: Mapping[str, Any] | tuple[Any, Any]) -> ImageText:
        """Return pixels and text of an object with ``image``, ``text`` or both.

        Args:
            source: the object, or a tuple of image and text; ``None`` is an absent part.

        Raises:
            InputError: ``part_missing``, ``input_type``, or what is wrong with a part.
        """
        if isinstance(source, tuple) and len(source) == len(PARTS):
            source = dict(zip(PARTS, source))
        if not isinstance(source, Mapping) or set(source) - set(PARTS):
            raise InputError(
                "An image and a text to be compared are an object with 'image', 'text' or both, "
                "and nothing else.",
                code="input_type",
            )
        image, text = source.get("image"), source.get("text")
        if image is None and text is None:
            raise InputError(
                "The request has neither 'image' nor 'text'. Send one of them, or both.",
                code="part_missing",
                part="image",
            )
        return ImageText(
            None if image is None else self._image.decode(image),
            None if text is None else self._text.decode(text),
        )

    def decoding_bytes(self, source: Mapping[str, Any] | tuple[Any, Any]) -> int:
        """Return how much memory decoding the image takes at most."""
        given = dict(zip(PARTS, source)) if isinstance(source, tuple) else source
        image = given.get("image") if isinstance(given, Mapping) else None
        return 0 if image is None else self._image.decoding_bytes(image)

    def prepare(self, value: ImageText) -> Example:
        """Return one row ``image`` (1, 3, H, W), and the text's tensors beside it.

        Raises:
            InputError: when the pixels are of another shape or type.
        """
        pixels = self._image.blank() if value.pixels is None else value.pixels
        text = None if value.text is None else self._text.prepare(value.text).tensors
        context = ImageTextContext(value.pixels is not None, value.text, text)
        return Example(self._image.prepare(pixels).tensors, context)

    def recorded(self, value: ImageText) -> NDArray[np.generic] | None:
        """Return the pixels, ``None`` where no image was sent."""
        return value.pixels

    def blank(self) -> ImageText:
        """Return a black image and a short text."""
        return ImageText(self._image.blank(), self._text.blank())


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> ImageTextInput:
    """Compile a manifest's input of images and texts; see ``easel.runtime.inputs``."""
    if dict(spec) != {"kind": "image_text", "color": "RGB"}:
        raise unsupported_input(spec)
    return ImageTextInput(ops, read, limits)
