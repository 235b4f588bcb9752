"""``python -m engine predict``: run a package on image files, with the deployed runtime."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

import easel.runtime
from easel.errors import EaselError
from rich.console import Console

from engine.errors import DataError

SUFFIXES = (".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
"""What a file of a folder must end in to be taken for an image; named files are always tried."""


def run(options: Namespace) -> int:
    """Print the answer for each image; a file that fails does not stop the others.

    Of a folder all files with the name of an image are taken, those in its sub-folders too.
    """
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    console = Console()
    failed = 0
    for image in _files(options.images):
        try:
            predictions = model.predict(image)
        except EaselError as error:
            failed += 1
            sys.stderr.write(f"{image}: {error.message}\n")
            continue
        if options.json:
            results = [{"name": item.name, "score": item.score} for item in predictions]
            sys.stdout.write(json.dumps({"image": str(image), "results": results}) + "\n")
        else:
            answer = ", ".join(f"{item.name} {item.score:.4f}" for item in predictions)
            console.print(f"{image}: {answer or 'none of the labels'}", markup=False)
    return DataError.exit_status if failed else 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES)
        if not found:
            raise DataError(
                f"The folder '{path}' holds no image ({', '.join(SUFFIXES)}). Name a "
                "folder or files with images.",
                code="no_samples",
                folder=str(path),
            )
        yield from found
