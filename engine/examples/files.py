"""Writes what example data consists of: tables, lines, recordings, videos; and opens fonts."""

from __future__ import annotations

import csv
import json
import wave
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from engine.data.ocr.synthesis.fonts import find_fonts, fonts_for, open_font

Font = ImageFont.FreeTypeFont
RATE = 8000
"""Samples a second of recordings."""
FRAME_RATE = 12
"""Frames a second of videos."""

_PLAIN_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSansCJK-Regular.ttc")


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        table.writerows(rows)


def write_lines(path: Path, documents: Iterable[Mapping[str, Any]]) -> None:
    """Write an object a line."""
    lines = (json.dumps(document, ensure_ascii=False) for document in documents)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_wav(path: Path, samples: NDArray[np.floating], rate: int = RATE) -> None:
    """Write samples (N,) or (N, C) in -1..1 as 16-bit WAV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1 if samples.ndim == 1 else samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((samples * 32767).round().clip(-32768, 32767).astype("<i2").tobytes())


def write_video(path: Path, frames: NDArray[np.uint8]) -> None:
    """Write frames (N, H, W, 3) as a video, MPEG-4 in MP4 or AVI by the suffix."""
    import av

    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=FRAME_RATE)
        stream.height, stream.width = frames.shape[1:3]
        stream.pix_fmt = "yuv420p"
        stream.bit_rate = 2_000_000
        for frame in frames:
            for packet in stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode(None):
            container.mux(packet)


def plain_font(characters: str, size: int) -> Font:
    """Return a font of this machine that can write all of the characters, a plain one if it can.

    Raises:
        ResourceError: ``no_font`` when no font of the machine can.
    """
    known = {font.name: font for font in find_fonts()}
    plain = [known[name] for name in _PLAIN_FONTS if name in known]
    return open_font(fonts_for(characters, plain or tuple(known.values()))[0], size)
