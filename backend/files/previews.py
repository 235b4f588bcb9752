"""An image for files that are none: the beginning of a video, the wave of a recording."""

from __future__ import annotations

import io
import zipfile
from array import array
from collections.abc import Callable
from typing import IO

import numpy as np
from easel.runtime.container import MALFORMED, bound, open_container
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from backend.decoding.errors import Refused
from backend.decoding.limits import MAX_FRAME_PIXELS

# Width over height of a wave, and its size in pixels before it is made smaller.
WAVE_SIZE = (640, 160)
_INK = (72, 101, 129, 255)
_BLOCK = 1 << 16


def preview_of(file: IO[bytes], media_type: str) -> Image.Image:
    """Return the image that stands for a file.

    Args:
        file: which can be sought.
        media_type: of a video, a recording, or a zip of frames.

    Raises:
        Refused: ``preview_failed`` when the file cannot be decoded here.
    """
    try:
        return _MAKERS[media_type.split("/")[0]](file)
    except (OSError, StopIteration, RuntimeError, *MALFORMED) as error:
        raise Refused(
            f"No image can be made of this file ({error}).", code="preview_failed"
        ) from error


def _first_frame(file: IO[bytes]) -> Image.Image:
    with open_container(file, max_pixels=MAX_FRAME_PIXELS) as container:
        bound(container.streams.video[0], max_pixels=MAX_FRAME_PIXELS)
        frame = next(container.decode(video=0))
        image: Image.Image = frame.to_image()
        return image.rotate(frame.rotation, expand=True) if frame.rotation else image


def _first_of_zip(file: IO[bytes]) -> Image.Image:
    """Return the first frame of a video of images (``engine.formats.reading.videos``)."""
    with zipfile.ZipFile(file) as frames:
        first = min(name for name in frames.namelist() if name.startswith("img1/"))
        image = Image.open(io.BytesIO(frames.read(first)))
        image.load()
        return image


def _wave(file: IO[bytes]) -> Image.Image:
    """Draw the largest amplitude of each column, mirrored around the middle."""
    width, height = WAVE_SIZE
    peaks = _peaks(file, width)
    loudest = float(peaks.max()) or 1.0
    image = Image.new("RGBA", WAVE_SIZE, (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for column, peak in enumerate(peaks):
        half = max(1.0, float(peak) / loudest * (height / 2 - 1))
        draw.line([(column, height / 2 - half), (column, height / 2 + half)], fill=_INK)
    return image


def _peaks(file: IO[bytes], num: int) -> NDArray[np.float32]:
    """Return the largest amplitude in each of ``num`` equal stretches of a recording."""
    import soundfile

    try:
        with soundfile.SoundFile(file) as audio:
            found = np.zeros(num, np.float32)
            start, total = 0, max(1, audio.frames)
            for block in audio.blocks(_BLOCK, dtype="float32", always_2d=True):
                _raise_peaks(found, np.abs(block).max(axis=1), start, total)
                start += len(block)
            return found
    except soundfile.LibsndfileError:
        file.seek(0)
        return _container_peaks(file, num)


def _container_peaks(file: IO[bytes], num: int) -> NDArray[np.float32]:
    import av

    with open_container(file, max_pixels=MAX_FRAME_PIXELS) as container:
        resampler = av.AudioResampler(format="flt", layout="mono", rate=8000)
        # How long it is shows at its end: of hours a peak for each hundredth of a second is kept.
        peaks = array("f")
        for frame in container.decode(audio=0):
            for piece in resampler.resample(frame):
                levels = np.abs(piece.to_ndarray()[0])
                peaks.extend(np.maximum.reduceat(levels, np.arange(0, len(levels), 80)))
    found = np.zeros(num, np.float32)
    if peaks:
        _raise_peaks(found, np.asarray(peaks), 0, len(peaks))
    return found


def _raise_peaks(
    peaks: NDArray[np.float32], levels: NDArray[np.float32], start: int, total: int
) -> None:
    """Take levels that begin at frame ``start`` of ``total`` into the peaks, in place."""
    columns = (np.arange(start, start + len(levels)) * len(peaks)) // total
    np.maximum.at(peaks, np.minimum(columns, len(peaks) - 1), levels)


_MAKERS: dict[str, Callable[[IO[bytes]], Image.Image]] = {
    "video": _first_frame,
    "audio": _wave,
    "application": _first_of_zip,
}
