"""``python -m engine evaluate``: measure a package on labelled images."""

from __future__ import annotations

from argparse import Namespace

import easel.runtime
import numpy as np
from easel.errors import EaselError
from rich.console import Console
from rich.progress import track
from rich.table import Table

from engine.data.formats.image_folder import read_image_folder
from engine.errors import DataError
from engine.evaluation.classification import classification_numbers
from engine.specs.data import ImageFolderDataSpec


def run(options: Namespace) -> int:
    """Print the numbers of the deployed runtime on a folder with one sub-folder per class."""
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    folder = read_image_folder(ImageFolderDataSpec(root=str(options.data)))
    unknown = sorted(set(folder.labels) - set(model.labels))
    if unknown:
        raise DataError(
            f"The model has no label '{unknown[0]}'. It knows: {', '.join(model.labels)}. "
            "Rename or remove the folder.",
            code="label_unknown",
            label=unknown[0],
        )
    logits, targets, damaged = [], [], dict(folder.unreadable)
    for record in track(folder.records, description="Evaluating", transient=True):
        try:
            tensor = model.preprocess(options.data / record.file)
        except EaselError as error:
            damaged[record.file] = error.message
            continue
        logits.append(model.predict_tensor(tensor[np.newaxis])[0])
        targets.append(model.labels.index(record.labels[0]))
    if not targets:
        raise DataError(
            f"No image in '{options.data}' can be decoded. Check the files.", code="no_samples"
        )
    expected = np.array(targets)
    if model.manifest.multi_label:
        expected = np.eye(len(model.labels), dtype=np.float32)[expected]
    numbers = classification_numbers(
        np.stack(logits), expected, model.labels, model.manifest.multi_label
    )
    _print(numbers, len(targets), damaged)
    return 0


def _print(numbers: dict[str, float], num_samples: int, damaged: dict[str, str]) -> None:
    console = Console()
    table = Table(title=f"{num_samples} images", show_header=False)
    for name, value in numbers.items():
        table.add_row(name, f"{value:.4f}")
    console.print(table)
    for name, reason in damaged.items():
        console.print(f"Left out {name}: {reason}", style="yellow", markup=False)
