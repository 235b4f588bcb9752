"""The parts of a request to a model, by its kind of input."""

from __future__ import annotations

from collections.abc import Mapping

from engine.specs.spec import Spec


class InputPart(Spec):
    """One part of a request, as ``easel.runtime.Part`` has it.

    ``is_file`` are bytes of a file (base64 in JSON) rather than a value, and ``is_text`` a text
    rather than any JSON value. ``media`` are beginnings of the media types under which it may be
    the whole body of a request.
    """

    name: str
    is_file: bool = False
    is_text: bool = False
    media: tuple[str, ...] = ()
    required: bool = True


PARTS: Mapping[str, tuple[InputPart, ...]] = {
    "image": (InputPart(name="image", is_file=True, media=("image/",)),),
    "text": (InputPart(name="text", is_text=True, media=("text/plain",)),),
    "text_pair": (
        InputPart(name="text1", is_text=True),
        InputPart(name="text2", is_text=True),
    ),
    "audio": (InputPart(name="sound", is_file=True, media=("audio/",)),),
    "video": (InputPart(name="video", is_file=True, media=("video/",)),),
    "table": (InputPart(name="data"),),
    "series": (InputPart(name="data"),),
    "image_text": (
        InputPart(name="image", is_file=True, media=("image/",), required=False),
        InputPart(name="text", is_text=True, media=("text/plain",), required=False),
    ),
}
"""By ``engine.specs.package.inputs``; prompted models are asked by the labelling tools alone."""
