"""A video that is kept as images: a zip of them in the order of their names.

``seqinfo.ini`` says how many there are in a second, as MOT Challenge has it; 25 without it.
"""

from __future__ import annotations

import configparser
import io
import math
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from easel.errors import InputError
from easel.runtime.image.decode import decode_image
from easel.runtime.image.geometry import Pixels
from easel.runtime.limits import Limits
from easel.runtime.video.decode import UNKNOWN_RATE, Video, VideoSource, damaged_video, too_long

INFO = "seqinfo.ini"
_SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}
_MAX_FRAME_BYTES = 1 << 28


class FrameArchive(Video):
    """A zip of images."""

    def __init__(self, source: VideoSource, limits: Limits) -> None:
        """List the images and look at the first one.

        Raises:
            InputError: see ``open_video``.
        """
        self._source, self._limits = source, limits
        with self._open() as archive:
            self._names = sorted(
                name
                for name in archive.namelist()
                if PurePosixPath(name).suffix.lower() in _SUFFIXES
            )
            rate = _frame_rate(archive)
        if not self._names:
            raise damaged_video("the zip holds no image")
        if len(self._names) / rate > limits.max_video_seconds:
            raise too_long(limits)
        self.times = tuple(place / rate for place in range(len(self._names)))
        (first,) = self.frames([0])
        self.size = first.shape[0], first.shape[1]

    def decode(self, places: Sequence[int]) -> Iterator[Pixels]:
        """Yield the frames at ascending places; see ``Video``."""
        with self._open() as archive:
            for place in places:
                yield self._image(archive, self._names[place])

    def _image(self, archive: zipfile.ZipFile, name: str) -> Pixels:
        if archive.getinfo(name).file_size > _MAX_FRAME_BYTES:
            raise damaged_video(f"{name} is larger than {_MAX_FRAME_BYTES} bytes")
        content = _content(archive, name)
        try:
            return decode_image(content, max_pixels=self._limits.max_pixels)
        except InputError as error:
            raise damaged_video(f"{name}: {error.message}") from error

    @contextmanager
    def _open(self) -> Iterator[zipfile.ZipFile]:
        source = self._source
        try:
            with zipfile.ZipFile(
                io.BytesIO(source) if isinstance(source, bytes) else source
            ) as archive:
                yield archive
        except (zipfile.BadZipFile, OSError) as error:
            raise damaged_video(str(error)) from error


def is_archive(source: VideoSource) -> bool:
    """Tell by its first bytes whether a file is a zip."""
    if isinstance(source, bytes):
        return source[:4] == b"PK\x03\x04"
    with Path(source).open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    # A broken entry, a disk that fails, broken deflate; encrypted, or packed in an unknown way.
    except (zipfile.BadZipFile, OSError, zlib.error, RuntimeError) as error:
        raise damaged_video(f"{name}: {error}") from error


def _frame_rate(archive: zipfile.ZipFile) -> float:
    if INFO not in archive.namelist():
        return UNKNOWN_RATE
    info = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        info.read_string(_content(archive, INFO)[:65536].decode("utf-8", "replace"))
        rate = info.getfloat("Sequence", "frameRate", fallback=UNKNOWN_RATE)
    except (configparser.Error, ValueError) as error:
        raise damaged_video(f"{INFO}: {error}") from error
    if not 0 < rate < math.inf:
        raise damaged_video(f"{INFO} says {rate} frames a second")
    return rate
