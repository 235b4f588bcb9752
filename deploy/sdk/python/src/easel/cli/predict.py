"""``easel predict``: with a package on this machine, or by calling an endpoint."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client.errors import ApiError
from easel.client.transport import Json

if TYPE_CHECKING:
    from easel.runtime import Model

QUESTION = ".json"
"""Ends the name of a file that holds the parts of a request, as ``/predict`` takes them."""

COLUMNS = ("name", "text", "words", "start", "end", "location", "score")
"""Fields of results that a table shows, of those that the answer has; JSON shows all."""


def add_commands(commands: Commands) -> None:
    """Add ``predict``."""
    parser = command(commands, "predict", "Predict for files.", _predict)
    parser.add_argument("model", help="package (.zip or folder), or the endpoint's predict address")
    parser.add_argument(
        "files", nargs="+", type=Path, help="files of the model's kind, or questions (.json)"
    )
    parser.add_argument("--token", help="access token or key of the endpoint")


def _predict(options: argparse.Namespace, output: Output) -> None:
    remote = options.model.startswith(("http://", "https://"))
    predict = _call_endpoint if remote else _run_package
    rows = [
        {"file": str(file), **result} for file, results in predict(options) for result in results
    ]
    output.table(rows, ("file", *_columns(rows)))


def _columns(rows: Sequence[Json]) -> list[str]:
    """Return the fields to show: the well-known ones, or all of an answer that has none."""
    known = [name for name in COLUMNS if any(name in row for row in rows)]
    return known or [
        name for name in dict.fromkeys(x for row in rows for x in row) if name != "file"
    ]


def _run_package(options: argparse.Namespace) -> list[tuple[Path, list[Json]]]:
    # Loads the inference library, which other commands spare.
    from easel.runtime import documents, load

    model = load(options.model)
    answers = []
    for file in options.files:
        example = model.prepare(model.pipeline.source(_parts(model, file)))
        (outputs,) = model.run([example])
        answers.append((file, documents(model.answer(example, outputs))))
    return answers


def _parts(model: Model, file: Path) -> Json:
    """Return the parts of a request that a file holds; in a question, files are named by path."""
    parts = model.pipeline.parts
    if file.suffix == QUESTION or len(parts) > 1:
        question: Json = json.loads(file.read_text("utf-8"))
        return question
    return {parts[0].name: file.read_bytes()}


def _call_endpoint(options: argparse.Namespace) -> list[tuple[Path, list[Json]]]:
    import httpx  # takes a tenth of a second, which ``easel --help`` spares

    headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
    answers = []
    with httpx.Client(headers=headers, timeout=60) as http:
        for file in options.files:
            kind = {"Content-Type": "application/json"} if file.suffix == QUESTION else None
            response = http.post(options.model, content=file.read_bytes(), headers=kind)
            if response.is_error:
                raise ApiError({"status": response.status_code, **response.json()})
            answers.append((file, response.json()["results"]))
    return answers
