"""Small real videos for tests: real handwritten digits whose motion is the class."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.digits import read_digits
from engine.examples.files import write_video
from engine.examples.video.classification import MOTIONS, motion


def held_upright(content: bytes) -> bytes:
    """Return an MP4 that players turn a quarter to the right, as phones note how they were held."""
    turn = (0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)
    # The matrix of the track's header lies behind its times, number, length and layer.
    start = content.index(b"tkhd") + 4 + 40
    return content[:start] + struct.pack(">9i", *turn) + content[start + 36 :]


def write_uneven_video(path: Path, frames: NDArray[np.uint8], times_ms: Sequence[int]) -> None:
    """Write frames (N, H, W, 3) as an MP4 that shows each from its own time on."""
    import av

    with av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=1000)
        stream.height, stream.width = frames.shape[1:3]
        stream.pix_fmt = "yuv420p"
        for pixels, at in zip(frames, times_ms, strict=True):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = at, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def write_videos(
    root: Path,
    per_class: int,
    labels: Sequence[str] = MOTIONS,
    *,
    size: int = 48,
    num_frames: int = 16,
    first: int = 0,
) -> Path:
    """Write one sub-folder of videos per motion and return the root.

    ``first`` is the first digit used: each video shows another one.
    """
    images, _ = read_digits()
    for place, label in enumerate(labels):
        for number in range(per_class):
            seed = first + place * per_class + number
            digit = images[seed % len(images)]
            frames = motion(label, seed, digit, size=size, num_frames=num_frames)
            write_video(root / label / f"{seed:04}.mp4", frames)
    return root


def video_folder(root: Path, **fields: object) -> dict[str, object]:
    """Return where a folder of class folders is, as a document."""
    return {"kind": "files", "format": "video_folder", "root": str(root), **fields}
