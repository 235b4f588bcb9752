"""A copy of a video that every browser plays, written by a decoding child."""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from easel.runtime.container import MALFORMED, bound, open_container
from easel.runtime.video.decode import rotated
from PIL import Image

from backend.decoding.errors import Refused
from backend.decoding.limits import MAX_FRAME_PIXELS
from backend.decoding.works import Done, Options, ReportProgress

if TYPE_CHECKING:
    from av import VideoFrame

    # Each frame, and the seconds from the first; ``None`` where the file says no time.
    Frames = Iterator[tuple[VideoFrame, float | None]]

# Our own limit is asked before anything is decoded.
Image.MAX_IMAGE_PIXELS = None

# A browser decodes from the last key frame before the moment it is sent to.
_FRAMES_PER_KEY = 12
_ENCODER = {"deadline": "realtime", "cpu-used": "8", "crf": "12", "b": "8M"}
# That of MPEG: frames of all usual rates begin at whole numbers of it.
_CLOCK = Fraction(1, 90_000)
_REPORT_EVERY = 25


def video_copy(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Write the copy to the file ``target``; frames a second are ``rate``, as a fraction."""
    rate, num_frames = Fraction(options["rate"]), options["num_frames"]
    with path.open("rb") as file:
        frames = _images(file, rate) if options["is_images"] else _frames(file)
        target = Path(options["target"])
        _write(target, frames, rate, lambda done: report_progress(done, max(num_frames, done)))
    return Done()


def _write(
    path: Path, frames: Frames, rate: Fraction, report_progress: Callable[[int], None]
) -> None:
    import av

    first = next(frames, None)
    if first is None:
        raise Refused(
            "No frame of this video can be decoded here. Convert it to MP4 (H.264) or WebM, and "
            "import it again.",
            code="video_not_decoded",
        )
    with av.open(str(path), "w", format="webm") as target:
        stream = target.add_stream("libvpx", rate=rate, options=_ENCODER)
        stream.width, stream.height, stream.pix_fmt = first[0].width, first[0].height, "yuv420p"
        stream.gop_size = _FRAMES_PER_KEY
        stream.codec_context.time_base = _CLOCK
        at = -1
        for number, (frame, seconds) in enumerate(itertools.chain([first], frames)):
            before, at = at, round((number / rate if seconds is None else seconds) / _CLOCK)
            if at <= before:  # As broken indexes have it.
                at = before + round(1 / rate / _CLOCK)
            frame.pts, frame.time_base = at, _CLOCK
            target.mux(stream.encode(frame))
            if number % _REPORT_EVERY == 0:
                report_progress(number)
        target.mux(stream.encode(None))


def _frames(file: IO[bytes]) -> Frames:
    """Yield the frames of a container upright, as far as they can be decoded."""
    try:
        with open_container(file, max_pixels=MAX_FRAME_PIXELS) as container:
            stream = container.streams.video[0]
            bound(stream, max_pixels=MAX_FRAME_PIXELS)
            stream.thread_type = "AUTO"
            begin: float | None = None
            for frame in container.decode(stream):
                begin = frame.time if begin is None else begin
                seconds = None if frame.time is None or begin is None else frame.time - begin
                yield _rotated(frame), seconds
    except MALFORMED:
        return


def _rotated(frame: VideoFrame) -> VideoFrame:
    if frame.rotation % 360 == 0:
        return frame
    import av

    made = av.VideoFrame.from_ndarray(rotated(frame), format="rgb24")
    made.pts, made.time_base = frame.pts, frame.time_base
    return made


def _images(file: IO[bytes], rate: Fraction) -> Frames:
    """Yield the frames of a video that is kept as images.

    While one that is broken would be shown, the one before stays: all others keep their times.
    """
    import av

    with zipfile.ZipFile(file) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("img1/"))
        for number, name in enumerate(names):
            try:
                with Image.open(io.BytesIO(archive.read(name))) as image:
                    if image.width * image.height > MAX_FRAME_PIXELS:
                        continue
                    pixels_HW3 = np.asarray(image.convert("RGB"))
            except OSError:
                continue
            yield av.VideoFrame.from_ndarray(pixels_HW3, format="rgb24"), float(number / rate)
