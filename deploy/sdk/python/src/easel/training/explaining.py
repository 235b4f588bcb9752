"""Ask the engine what spoke for the prediction of a network."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.errors import InputError
from easel.samples import write_source
from easel.training.engine import find_engine
from easel.training.errors import TrainingFailed
from easel.training.explanation import Explanation

if TYPE_CHECKING:
    from easel.runtime import Package

_MEDIA = ("image", "audio", "video", "text")
"""Kinds of input whose requests are one file, or one text."""


def explain(
    path: Path,
    package: Package,
    source: Any,
    label: str | None,
    plugins: Sequence[str | Path],
) -> Explanation:
    """Say what speaks for a label of one sample.

    Args:
        path: the package.
        package: its files.
        source: the sample.
        label: to explain; ``None`` for the best one.
        plugins: that register the network, where it is somebody's own.

    Raises:
        EngineMissing: when the engine is not installed.
        TrainingFailed: ``explanation_unsupported`` when the task explains nothing;
            ``data_invalid`` when several samples are given.
    """
    kind = str(package.manifest.input["kind"])
    if isinstance(source, list) or kind not in _MEDIA:
        wanted = f"one {kind}" if kind in _MEDIA else "one row of a table, image, text or recording"
        raise TrainingFailed(
            f"The task '{package.manifest.task}' cannot explain a {type(source).__name__}: "
            f"give {wanted}.",
            code="data_invalid" if kind in _MEDIA else "explanation_unsupported",
        )
    with tempfile.TemporaryDirectory(prefix="easel-explain-") as scratch:
        folder = Path(scratch)
        file = _as_file(source, kind, folder)
        arguments = ["explain", "--package", str(path), "--output", scratch]
        arguments += [] if label is None else ["--label", label]
        arguments += [word for one in plugins for word in ("--plugin", str(one))]
        line = json.loads(find_engine().ask([*arguments, str(file)]))
        if "weights" in line:
            return Explanation(line["label"], line["score"], weights=dict(line["weights"]))
        import numpy as np

        return Explanation(
            line["label"],
            line["score"],
            heatmap=np.load(folder / line["values"]),
            drawing=(folder / line["drawing"]).read_bytes(),
            image=_shown(file) if kind == "image" else b"",
        )


def _as_file(source: Any, kind: str, folder: Path) -> Path:
    """Return a sample as a file of its own."""
    if kind == "text" and isinstance(source, str):
        text = folder / "sample.txt"
        text.write_text(source, encoding="utf-8")
        return text
    try:
        return folder / write_source(source, folder, "sample", 0)
    except InputError as error:
        raise TrainingFailed(error.message, code=error.code, **error.params) from error


def _shown(file: Path) -> bytes:
    """Return an image as a notebook shows it, upright."""
    from PIL import Image

    from easel.runtime import decode_image

    content = io.BytesIO()
    Image.fromarray(decode_image(file.read_bytes())).save(content, format="PNG")
    return content.getvalue()
