"""Make small requests of real samples, whatever a model takes, for its golden vectors."""

# H height, W width

from __future__ import annotations

import io
import wave
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from easel.runtime import Pipeline, Source
from easel.runtime.image import ImageInput, Pixels, decode_image
from easel.runtime.video import FramesPreprocessing, Video
from easel.runtime.video.archive import INFO
from easel.runtime.video.decode import UNKNOWN_RATE
from numpy.typing import NDArray
from PIL import Image

MAX_SIDE = 511
MAX_AUDIO_SECONDS = 4.0
MAX_FRAMES = 3


@dataclass(frozen=True)
class FilePart:
    """A part of a request that is a file."""

    content: bytes
    suffix: str


Request = dict[str, Any]
"""The parts by name: a ``FilePart`` or a JSON value."""


def candidates(pipeline: Pipeline, sources: Iterator[Source]) -> Iterator[Request]:
    """Yield requests of samples; large images and long recordings would bloat the package.

    Of an image alone an odd-sized part and an odd-sized enlargement follow, which tell runtimes
    apart that round otherwise.

    Args:
        pipeline: names the parts.
        sources: of held-out samples, at least one.
    """
    for number, source in enumerate(sources):
        request = _request(pipeline, source)
        yield request
        if number == 0 and isinstance(pipeline.input, ImageInput):
            yield from ({"image": part} for part in _odd_images(request["image"]))


def _request(pipeline: Pipeline, source: Any) -> Request:
    names = [part.name for part in pipeline.parts]
    if len(names) == 1:
        given = {names[0]: source}
    else:
        given = dict(zip(names, source, strict=True)) if isinstance(source, tuple) else dict(source)
    files = {part.name for part in pipeline.parts if part.is_file}
    return {
        name: _file(name, value, pipeline) if name in files else _value(value)
        for name, value in given.items()
    }


def _value(value: Any) -> Any:
    """Return a JSON value; a text may come as the file that holds it."""
    if isinstance(value, Path):
        value = value.read_bytes()
    return value.decode("utf-8-sig") if isinstance(value, bytes) else value


def _file(name: str, value: Any, pipeline: Pipeline) -> FilePart:
    match name:
        case "image":
            return _image(_middle(_pixels(value), MAX_SIDE, MAX_SIDE))
        case "video" if isinstance(pipeline.input.preprocessing, FramesPreprocessing):
            return _beginning(pipeline.decode(value), pipeline.input.preprocessing.step)
        case "sound":
            return _audio(pipeline.input.recorded(pipeline.decode(value)), pipeline)
    suffix = value.suffix if isinstance(value, Path) else ".bin"
    return FilePart(value.read_bytes() if isinstance(value, Path) else bytes(value), suffix)


def _pixels(value: Any) -> Pixels:
    return np.asarray(value) if isinstance(value, np.ndarray) else decode_image(value)


def _odd_images(part: FilePart) -> Iterator[FilePart]:
    pixels = decode_image(part.content)
    height, width = pixels.shape[:2]
    yield _image(_middle(pixels, (height * 2 // 3) | 1, (width - 1) | 1))
    small = _middle(pixels, 100, 100)
    yield _image(small.repeat(3, axis=0).repeat(5, axis=1)[:-1, :-2])


def _middle(pixels: Pixels, height: int, width: int) -> Pixels:
    """Return the middle of an image, at most of this size."""
    top = max(0, pixels.shape[0] - height) // 2
    left = max(0, pixels.shape[1] - width) // 2
    return np.ascontiguousarray(pixels[top : top + height, left : left + width])


def _image(pixels: Pixels) -> FilePart:
    content = io.BytesIO()
    Image.fromarray(pixels, "RGB").save(content, format="PNG")
    return FilePart(content.getvalue(), ".png")


def _beginning(video: Video, step: int) -> FilePart:
    """Return the first frames of a video, as a zip of images: each frame is a row of a tensor."""
    places = range(0, min(video.num_frames, MAX_FRAMES * step))
    rate = (video.num_frames - 1) / video.times[-1] if video.times[-1] > 0 else UNKNOWN_RATE
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(INFO), f"[Sequence]\nframeRate={rate:.6g}\n")
        for place, frame in zip(places, video.decode(places), strict=True):
            # Without a time of its own: the same frames give the same bytes on any day.
            name = zipfile.ZipInfo(f"img1/{place + 1:06d}.png")
            archive.writestr(name, _image(frame).content)
    return FilePart(content.getvalue(), ".zip")


def _audio(samples: NDArray[np.generic] | None, pipeline: Pipeline) -> FilePart:
    """Return the beginning of a recording (N,) as 16-bit WAV at the model's rate."""
    assert samples is not None, "a model that takes recordings says what was recorded"
    rate = int(pipeline.input.sample_rate)  # type: ignore[attr-defined]
    kept = samples[: int(MAX_AUDIO_SECONDS * rate)].astype(np.float64)
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((kept * 32767).round().clip(-32768, 32767).astype("<i2").tobytes())
    return FilePart(content.getvalue(), ".wav")
