"""``easel predict``: with a package on this machine, or by calling an endpoint."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client.errors import ApiError
from easel.client.transport import Json

if TYPE_CHECKING:
    from easel.runtime import Model, Source


COLUMNS = ("name", "text", "words", "start", "end", "location", "score")
"""Fields of results that a table shows, of those that the answer has; JSON shows all."""


def add_commands(commands: Commands) -> None:
    """Add ``predict``."""
    parser = command(commands, "predict", "Predict for files.", _predict)
    parser.add_argument("model", help="package (.zip or folder), or the endpoint's predict address")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--token", help="access token or key of the endpoint")


def _predict(options: argparse.Namespace, output: Output) -> None:
    remote = options.model.startswith(("http://", "https://"))
    predict = _call_endpoint if remote else _run_package
    rows = [
        {"file": str(file), **result} for file, results in predict(options) for result in results
    ]
    output.table(rows, ("file", *(x for x in COLUMNS if any(x in row for row in rows))))


def _run_package(options: argparse.Namespace) -> list[tuple[Path, list[Json]]]:
    # Loads the inference library, which other commands spare.
    from easel.runtime import documents, load

    model = load(options.model)
    return [(file, documents(model.predict(_source(model, file)))) for file in options.files]


def _source(model: Model, file: Path) -> Source:
    """Return a file as the model takes it: its bytes, or the value or parts that it holds."""
    parts = model.pipeline.parts
    if len(parts) == 1 and (parts[0].is_file or parts[0].is_text):
        return file.read_bytes()
    source: Source = json.loads(file.read_text("utf-8"))
    return source


def _call_endpoint(options: argparse.Namespace) -> list[tuple[Path, list[Json]]]:
    import httpx  # takes a tenth of a second, which ``easel --help`` spares

    headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
    answers = []
    with httpx.Client(headers=headers, timeout=60) as http:
        for file in options.files:
            response = http.post(options.model, content=file.read_bytes())
            if response.is_error:
                raise ApiError({"status": response.status_code, **response.json()})
            answers.append((file, response.json()["results"]))
    return answers
