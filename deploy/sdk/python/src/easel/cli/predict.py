"""``easel predict``: ask a published endpoint; ``easel run`` asks a package on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client.errors import ApiError
from easel.extras import missing_package

QUESTION = ".json"
"""Ends the name of a file that holds the parts of a request, as ``/predict`` takes them."""


def add_commands(commands: Commands) -> None:
    """Add ``predict``."""
    parser = command(commands, "predict", "Ask a published endpoint about files.", _predict)
    parser.add_argument("url", help="the endpoint's predict address (http://…/predict)")
    parser.add_argument(
        "files", nargs="+", type=Path, help="files of the model's kind, or questions (.json)"
    )
    parser.add_argument("--token", help="access token or key of the endpoint")


def _predict(options: argparse.Namespace, output: Output) -> None:
    try:
        import httpx  # takes a tenth of a second, which ``easel --help`` spares
    except ImportError as error:
        raise missing_package(error, "client") from error

    from easel.cli.writers import People

    if not options.url.startswith(("http://", "https://")):
        raise ValueError(
            f"'{options.url}' is no address of an endpoint. For a package on this machine use: "
            f"easel run {options.url} --input {options.files[0]}"
        )
    headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
    writer = People(output)
    with httpx.Client(headers=headers, timeout=60) as http:
        for file in options.files:
            kind = {"Content-Type": "application/json"} if file.suffix == QUESTION else None
            response = http.post(options.url, content=file.read_bytes(), headers=kind)
            if response.is_error:
                raise ApiError({"status": response.status_code, **response.json()})
            writer.write(str(file), {}, response.json()["results"])
    writer.close()
