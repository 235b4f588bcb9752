"""Small real videos for tests: real handwritten digits whose motion is the class."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

MOTIONS = ("down", "grow", "left", "right", "spin", "up")
RATE = 12


def motion(
    label: str, seed: int, digit: NDArray[np.uint8], *, size: int = 48, num_frames: int = 16
) -> NDArray[np.uint8]:
    """Return frames (N, size, size, 3) of a digit that moves, turns or grows over noise.

    Args:
        label: one of ``MOTIONS``.
        seed: of place, pace and noise.
        digit: (8, 8) brightness.
        size: side of a frame in pixels.
        num_frames: N.
    """
    random = np.random.default_rng([MOTIONS.index(label), seed])
    side = size * 2 // 5
    ground = random.integers(0, 50, (size, size), dtype=np.uint8)
    path = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}.get(label, (0, 0))
    reach = random.uniform(0.35, 0.55) * size
    middle = size / 2 + random.uniform(-0.1, 0.1, 2) * size
    frames = []
    for step in np.linspace(-0.5, 0.5, num_frames):
        image = Image.fromarray(digit).resize((side, side), Image.Resampling.BILINEAR)
        if label == "spin":
            image = image.rotate(360 * step, Image.Resampling.BILINEAR)
        if label == "grow":
            larger = round(side * (1.1 + step))
            image = image.resize((larger, larger), Image.Resampling.BILINEAR)
        y, x = middle + reach * step * np.array(path) - image.width / 2
        frame = Image.fromarray(ground)
        frame.paste(image, (round(x), round(y)), image)
        frames.append(np.asarray(frame.convert("RGB")))
    return np.stack(frames)


def write_video(path: Path, frames: NDArray[np.uint8]) -> None:
    """Write frames (N, H, W, 3) as a video, MPEG-4 in MP4 or AVI by the suffix."""
    import av

    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=RATE)
        stream.height, stream.width = frames.shape[1:3]
        stream.pix_fmt = "yuv420p"
        stream.bit_rate = 2_000_000
        for frame in frames:
            for packet in stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode(None):
            container.mux(packet)


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


def digits() -> NDArray[np.uint8]:
    """Return real handwritten digits (1797, 8, 8), bright on black."""
    from sklearn.datasets import load_digits

    pixels: NDArray[np.uint8] = (load_digits().images * (255 / 16)).round().astype(np.uint8)
    return pixels


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
    images = digits()
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
