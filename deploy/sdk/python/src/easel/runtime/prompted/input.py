"""An image and a prompt as the input of a model; the image may be named by what it hashes to."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.runtime.example import Context, Example, Tensors
from easel.runtime.image import ImageInput, Pixels
from easel.runtime.image.context import ImageContext
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.prompted.memory import MAX_BYTES, Memory, Seen
from easel.runtime.prompted.prompt import Prompt

PARTS = ("image", "image_key", "prompt")


@dataclass(frozen=True)
class PromptedContext(Context):
    """Where the network's image lies in the one that was sent, and what is pointed at.

    ``key`` is the SHA-256 of the image's file, ``None`` where there is no file.
    """

    image: ImageContext
    prompt: Prompt
    key: str | None


@dataclass(frozen=True)
class PromptedImage:
    """A decoded request."""

    pixels: Pixels
    prompt: Prompt
    key: str | None


class PromptedImageInput:
    """Parts ``image`` and ``prompt``; ``image_key`` in place of an image that was sent before.

    The key is the SHA-256 of the image's file in hexadecimal digits.
    """

    parts = (
        Part("image", is_file=True, media=("image/",), required=False),
        Part("image_key", is_file=False, is_text=True, required=False),
        Part("prompt", is_file=False, required=False),
    )

    def __init__(self, ops: Sequence[Op], limits: Limits, max_bytes: int = MAX_BYTES) -> None:
        self._image = ImageInput(ops, limits)
        self.preprocessing = self._image.preprocessing
        self.memory = Memory(max_bytes)

    def recall(self, source: Any) -> Example | None:
        """Return an image that was shown to the first network before, with a new prompt.

        Raises:
            InputError: ``input_type`` or ``prompt_invalid``.
        """
        given = _parts(source)
        key = _key(given)
        seen = None if key is None else self.memory.find(key)
        if seen is None:
            return None
        context = PromptedContext(seen.context, _prompt(given), key)
        return Example({}, context, seen.outputs)

    def keep(self, example: Example, outputs: Tensors) -> None:
        """Remember what the first network said of an image that came as a file."""
        context = example.context
        if isinstance(context, PromptedContext) and context.key is not None:
            self.memory.keep(context.key, Seen(context.image, outputs))

    def decode(self, source: Any) -> PromptedImage:
        """Return the upright pixels of the image, and what is pointed at.

        Raises:
            InputError: when either cannot be used; ``image_not_kept`` when the image is named by
                its key alone, and is not in memory.
        """
        given = _parts(source)
        if "image" not in given:
            raise InputError(
                "The image with this key is not kept here any more. Send the image itself.",
                code="image_not_kept",
            )
        return PromptedImage(self._image.decode(given["image"]), _prompt(given), _key(given))

    def decoding_bytes(self, source: Any) -> int:
        """Return how much memory decoding the image takes at most."""
        return self._image.decoding_bytes(_parts(source).get("image", b""))

    def prepare(self, value: PromptedImage) -> Example:
        """Return one row: ``image`` (1, 3, H, W) float32.

        Raises:
            InputError: when the pixels are of another shape or type.
        """
        example = self._image.prepare(value.pixels)
        assert isinstance(example.context, ImageContext)
        return Example(example.tensors, PromptedContext(example.context, value.prompt, value.key))

    def recorded(self, value: PromptedImage) -> NDArray[np.generic]:
        """Return the pixels."""
        return value.pixels

    def blank(self) -> PromptedImage:
        """Return a black image, and a click in it."""
        return PromptedImage(self._image.blank(), Prompt(((0.5, 0.5),), (True,)), None)


def _parts(source: Any) -> Mapping[str, Any]:
    if not isinstance(source, Mapping):
        source = {"image": source}
    given = {name: value for name, value in source.items() if value is not None}
    if set(given) - set(PARTS) or not {"image", "image_key"} & set(given):
        raise InputError(
            "An image with a prompt is an object with 'image' or 'image_key', and 'prompt'.",
            code="input_type",
        )
    return given


def _key(given: Mapping[str, Any]) -> str | None:
    """Return what the image's file hashes to; what a caller says of a file is not believed."""
    image = given.get("image")
    if isinstance(image, (str, Path)):
        image = Path(image).read_bytes() if Path(image).is_file() else None
    if isinstance(image, bytes):
        return hashlib.sha256(image).hexdigest()
    return str(given["image_key"]) if "image" not in given else None


def _prompt(given: Mapping[str, Any]) -> Prompt:
    return Prompt.read(given["prompt"]) if "prompt" in given else Prompt()


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> PromptedImageInput:
    """Compile a manifest's input of images and prompts; see ``easel.runtime.inputs``."""
    if dict(spec) != {"kind": "prompted_image", "color": "RGB"}:
        raise unsupported_input(spec)
    return PromptedImageInput(ops, limits)
