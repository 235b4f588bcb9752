"""Videos that come as images: kept as one file, a zip of the frames in their order.

The zip holds ``img1/000001.jpg`` and on, and a ``seqinfo.ini`` as MOT Challenge has it; its
bytes depend on the frames alone, so equal videos are equal files.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from engine.formats.layout import FileTree, Item

DEFAULT_FRAME_RATE = 25.0
FRAMES_SUFFIX = ".frames"
_IN_MEMORY = 16 * 2**20


def pack_frames(item: Item, tree: FileTree) -> BinaryIO:
    """Return the frames of an item as one zip, read from its start; large ones lie on disk.

    Raises:
        OSError: when a frame cannot be read.
    """
    out = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 the caller closes it
    try:
        with zipfile.ZipFile(cast(BinaryIO, out), "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(zipfile.ZipInfo("seqinfo.ini"), sequence_info(item))
            for number, frame in enumerate(item.frames, start=1):
                entry = zipfile.ZipInfo(frame_path(number, frame))
                with tree.open(frame) as source, archive.open(entry, "w") as target:
                    shutil.copyfileobj(source, target)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return cast(BinaryIO, out)


def name_in_archive(name: str) -> str:
    """Return a name for a video in a written tree, where no file may be a zip by its name."""
    path = PurePosixPath(name)
    return f"{path.stem}{FRAMES_SUFFIX}" if path.suffix.lower() == ".zip" else path.name


def frame_path(number: int, name: str) -> str:
    """Return where a frame lies in its sequence; frames count from 1 there."""
    return f"img1/{number:06d}{PurePosixPath(name).suffix.lower()}"


def sequence_info(item: Item) -> str:
    """Return the ``seqinfo.ini`` of a video that comes as images."""
    width, height = item.size or (0, 0)
    suffix = PurePosixPath(item.frames[0]).suffix.lower() if item.frames else ".jpg"
    return (
        "[Sequence]\n"
        f"name={PurePosixPath(item.name).stem}\n"
        "imDir=img1\n"
        f"frameRate={item.frame_rate or DEFAULT_FRAME_RATE:g}\n"
        f"seqLength={len(item.frames)}\n"
        f"imWidth={width}\n"
        f"imHeight={height}\n"
        f"imExt={suffix}\n"
    )
