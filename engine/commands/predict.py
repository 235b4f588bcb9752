"""``python -m engine predict``: run a package on files, with the deployed runtime."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

import easel.runtime
from easel.errors import EaselError, InputError
from easel.questions import TABLES, Asking, Question
from rich.console import Console

from engine.errors import DataError

SUFFIXES = {
    "image": (".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"),
    "audio": (".flac", ".m4a", ".mp3", ".ogg", ".opus", ".wav"),
    "video": (".avi", ".mkv", ".mov", ".mp4", ".webm"),
    "text": (".txt",),
}
"""What a file of a folder must end in to be taken; named files are always tried."""
_OTHER_SUFFIXES = TABLES
_JSON = ".json"


def run(options: Namespace) -> int:
    """Print the prediction for each file; one that fails does not stop the others.

    A file holds the lone part of a request (an image, a recording, a text), or all of them as JSON;
    a table holds a request in each row, as ``easel run`` takes it. Of a folder all files with a
    fitting name are taken, those in its sub-folders too.
    """
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    console = Console()
    suffixes = SUFFIXES.get(str(model.manifest.input["kind"]), _OTHER_SUFFIXES)
    failed = 0
    for file in _files(options.sources, suffixes):
        for name, question in _questions(model, file):
            try:
                source = model.pipeline.source(question.read()) if question else None
                answer = model.predict(read_source(model, file) if source is None else source)
                results = easel.runtime.documents(answer)
            except (EaselError, OSError, ValueError) as error:
                failed += 1
                reason = error.message if isinstance(error, EaselError) else str(error)
                sys.stderr.write(f"{name}: {reason}\n")
                continue
            if options.json:
                sys.stdout.write(json.dumps({"file": name, "results": results}) + "\n")
            else:
                console.print(f"{name}: {_line(results)}", markup=False, highlight=False)
    return DataError.exit_status if failed else 0


def _questions(model: easel.runtime.Model, file: Path) -> Iterator[tuple[str, Question | None]]:
    """Yield what a file asks by name; ``None`` where the file as a whole is what is asked."""
    if _is_alone(model) or file.suffix.lower() == _JSON or not file.is_file():
        yield str(file), None
        return
    kind = str(model.manifest.input["kind"])
    for question in Asking(model.pipeline.parts, kind).questions([str(file)]):
        yield str(file.parent / question.name), question


def _is_alone(model: easel.runtime.Model) -> bool:
    """Whether a file is all that the model is asked about."""
    parts = model.pipeline.parts
    return len(parts) == 1 and bool(parts[0].is_file or parts[0].media)


def read_source(model: easel.runtime.Model, file: Path) -> easel.runtime.Source:
    """Return a file as the model takes it: its bytes, or the parts that it holds as JSON.

    Raises:
        InputError: ``input_missing``, or ``input_type`` when JSON is expected, and it is none.
        OSError: when it cannot be read.
    """
    if not file.exists():
        raise InputError("There is no such file. Check the path.", code="input_missing")
    if _is_alone(model):
        return file.read_bytes()
    try:
        document = json.loads(file.read_bytes())
    except ValueError as error:
        raise InputError(
            "It is no JSON, which holds the parts of a request: "
            f"{', '.join(part.name for part in model.pipeline.parts)}. Give a file of them, or a "
            f"table with a request in each row ({', '.join(TABLES)}).",
            code="input_type",
        ) from error
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
