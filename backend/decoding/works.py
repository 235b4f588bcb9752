"""What child processes can be asked to do, and how long each may take.

A work is a function ``(path, options, told) -> Done`` of a module that loads neither Django nor a
model: a child begins in a tenth of a second and is small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Options = Mapping[str, Any]
ReportProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class Done:
    """What a work found: something that JSON can say, and bytes."""

    found: Any = None
    content: bytes = b""


@dataclass(frozen=True)
class Work:
    """Where the function is, and after how many seconds it is ended."""

    function: str
    seconds: int


_HOURS = 3600

# A file is looked at or shown while somebody waits; copies and pages of tables are jobs.
WORKS: Mapping[str, Work] = {
    "examine": Work("backend.datasets.media.works:examine", 180),
    "preview_table": Work("backend.datasets.media.works:preview_table_file", 60),
    "preview_columns": Work("backend.datasets.media.works:preview_columns", 60),
    "first_rows": Work("backend.datasets.media.works:first_rows", 60),
    "table_pages": Work("backend.datasets.media.works:table_pages_of", 2 * _HOURS),
    "page_rows": Work("backend.datasets.media.works:page_rows", 60),
    "thumbnail": Work("backend.files.shrinking:thumbnail", 60),
    "shown": Work("backend.files.shrinking:shown_image", 60),
    "wave": Work("backend.files.peaks:wave", 2 * _HOURS),
    "spectrogram": Work("backend.files.spectrogram:spectrogram", 60),
    "frame_times": Work("backend.files.frame_times:frame_times", 180),
    "video_copy": Work("backend.files.video_copies:video_copy", 12 * _HOURS),
    "upright": Work("backend.files.shrinking:apply_exif_orientation", 120),
    "nothing": Work("backend.decoding.works:nothing", 5),
}


def nothing(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Only say how large a file is: what is left of a decoding without the decoding."""
    del options, report_progress
    return Done(found=path.stat().st_size)
