"""``python -m engine predict``: run a package on files, with the deployed runtime."""

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

SUFFIXES = {
    "image": (".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"),
    "audio": (".flac", ".m4a", ".mp3", ".ogg", ".opus", ".wav"),
    "video": (".avi", ".mkv", ".mov", ".mp4", ".webm"),
    "text": (".txt",),
}
"""What a file of a folder must end in to be taken; named files are always tried."""
_OTHER_SUFFIXES = (".json",)


def run(options: Namespace) -> int:
    """Print the prediction for each file; one that fails does not stop the others.

    A file holds the lone part of a request (an image, a recording, a text), or all of them as JSON.
    Of a folder all files with a fitting name are taken, those in its sub-folders too.
    """
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    console = Console()
    suffixes = SUFFIXES.get(str(model.manifest.input["kind"]), _OTHER_SUFFIXES)
    failed = 0
    for file in _files(options.sources, suffixes):
        try:
            results = easel.runtime.documents(model.predict(read_source(model, file)))
        except (EaselError, OSError, ValueError) as error:
            failed += 1
            reason = error.message if isinstance(error, EaselError) else str(error)
            sys.stderr.write(f"{file}: {reason}\n")
            continue
        if options.json:
            sys.stdout.write(json.dumps({"file": str(file), "results": results}) + "\n")
        else:
            console.print(f"{file}: {_line(results)}", markup=False, highlight=False)
    return DataError.exit_status if failed else 0


def read_source(model: easel.runtime.Model, file: Path) -> easel.runtime.Source:
    """Return a file as the model takes it: its bytes, or the parts that it holds as JSON.

    Raises:
        OSError: when it cannot be read.
        ValueError: when JSON is expected, and it is none.
    """
    parts = model.pipeline.parts
    if len(parts) == 1 and (parts[0].is_file or parts[0].media):
        return file.read_bytes()
    document = json.loads(file.read_bytes())
    source: easel.runtime.Source = model.pipeline.source(document)
    return source


def _line(results: Sequence[dict[str, object]]) -> str:
    """Write a prediction for people: named scores where there are some."""
    if not results:
        return "nothing"
    if all(set(result) == {"name", "score"} for result in results):
        return ", ".join(f"{result['name']} {result['score']:.4f}" for result in results)
    return json.dumps(results, ensure_ascii=False)


def _files(paths: Sequence[Path], suffixes: Sequence[str]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in suffixes)
        if not found:
            raise DataError(
                f"The folder '{path}' holds no file that the model takes ({', '.join(suffixes)}). "
                "Name a folder or files with some.",
                code="no_samples",
                folder=str(path),
            )
        yield from found
