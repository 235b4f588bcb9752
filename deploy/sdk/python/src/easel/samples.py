"""Lists of samples, written as files that the engine reads: JSON lines, beside links to files.

    write_samples([("a.jpg", "cat"), (pixels, "dog")], "image.classification", folder)

Importing it loads nothing but the standard library.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import wave
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from easel.errors import InputError

FILE_FIELDS = ("file", "image", "audio", "video")


def write_samples(samples: Iterable[Any], task: str, folder: Path) -> Path:
    """Write samples below a folder, and return it.

    Args:
        samples: ``(source, label)`` pairs, where several labels are a list, or objects as in a file
            of JSON lines. A source is a text, or a file: its path, its bytes, an image of Pillow,
            pixels (H, W) or (H, W, 3) of uint8, or a recording as ``(samples, rate)`` with samples
            in -1..1.
        task: whose samples are texts or files.
        folder: made when it is missing.

    Raises:
        InputError: when a sample is none of these, or names a file that is not there.
    """
    are_texts = task.partition(".")[0] in ("text", "tabular")
    (folder / "files").mkdir(parents=True, exist_ok=True)
    number = -1
    with (folder / "data.jsonl").open("w", encoding="utf-8") as file:
        for number, sample in enumerate(samples):
            line = _object(sample, are_texts, number)
            for name in FILE_FIELDS:
                if name in line:
                    source = line[name]
                    line[name] = write_source(source, folder, f"files/{number:07}", number)
                    if isinstance(source, (str, os.PathLike)):
                        line.setdefault("name", Path(source).name)
            try:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
            except (TypeError, ValueError) as error:
                raise _malformed(number, sample) from error
    if number < 0:
        raise InputError("The list of samples is empty.", code="no_samples")
    return folder


def write_source(source: Any, folder: Path, stem: str, number: int) -> str:
    """Put a source below a folder, where possible without copying it; return its name there.

    Raises:
        InputError: ``file_unreadable`` when it is a path of no file; ``data_invalid`` when it is
            nothing that can be written.
    """
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        name = stem + path.suffix
        _link(path, folder / name, number)
        return name
    name, content = stem, b""
    numpy: Any = sys.modules.get("numpy")
    if isinstance(source, (bytes, bytearray)):
        content = bytes(source)
    elif hasattr(source, "save") and hasattr(source, "size"):
        name, content = f"{stem}.png", _png(source)
    elif numpy is not None and isinstance(source, numpy.ndarray) and source.dtype == numpy.uint8:
        from PIL import Image

        name, content = f"{stem}.png", _png(Image.fromarray(source))
    elif isinstance(source, tuple) and len(source) == 2:
        name, content = f"{stem}.wav", _wav(*source)
    if not content:
        raise _malformed(number, source)
    (folder / name).write_bytes(content)
    return name


def _object(sample: Any, is_text: bool, number: int) -> dict[str, Any]:
    if isinstance(sample, Mapping):
        return dict(sample)
    if isinstance(sample, (tuple, list)) and len(sample) == 2:
        source, labels = sample
        labels = [labels] if isinstance(labels, str) else [str(label) for label in labels]
        return {"text" if is_text else "file": source, "labels": labels}
    raise _malformed(number, sample)


def _malformed(number: int, sample: Any) -> InputError:
    shown = repr(sample)
    return InputError(
        f"Sample {number} of the list is {shown if len(shown) < 80 else f'{shown[:80]}…'}. Write "
        "('a.jpg', 'cat'), or an object such as "
        '{"file": "a.jpg", "labels": ["cat"]}.',
        code="data_invalid",
    )


def _link(source: Path, place: Path, number: int) -> None:
    place.unlink(missing_ok=True)
    try:
        try:
            os.link(source.resolve(), place)
        except FileNotFoundError:
            raise
        except OSError:
            # Another disk, or one without links.
            shutil.copyfile(source, place)
    except OSError as error:
        raise InputError(
            f"The file '{source}' of sample {number} cannot be read ({error.strerror}). Check its "
            "path.",
            code="file_unreadable",
            file=str(source),
        ) from error


def _png(image: Any) -> bytes:
    content = io.BytesIO()
    image.save(content, format="PNG")
    return content.getvalue()


def _wav(samples: Any, rate: Any) -> bytes:
    """Return a recording as 16-bit WAV, nothing when it is none."""
    import numpy as np

    values = np.asarray(samples)
    if values.ndim != 1 or values.dtype.kind != "f" or not isinstance(rate, int):
        return b""
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((values.clip(-1, 1) * 32767).round().astype("<i2").tobytes())
    return content.getvalue()
