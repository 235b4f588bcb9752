"""``easel predict``: with a package on this machine, or by calling an endpoint."""

from __future__ import annotations

import argparse
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client.errors import ApiError
from easel.client.transport import Json


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
    output.table(rows, ("file", "name", "score"))


def _run_package(options: argparse.Namespace) -> list[tuple[Path, list[Json]]]:
    from easel.runtime import load  # loads the inference library, which other commands spare

    model = load(options.model)
    return [
        (file, [{"name": item.name, "score": item.score} for item in model.predict(file)])
        for file in options.files
    ]


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
