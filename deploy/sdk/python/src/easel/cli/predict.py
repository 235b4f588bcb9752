"""``easel predict``: ask a published endpoint; ``easel run`` asks a package on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client.errors import ApiError, Unreachable
from easel.extras import missing_package

if TYPE_CHECKING:
    import httpx

QUESTION = ".json"
"""Ends the name of a file that holds the parts of a request, as ``/predict`` takes them."""


def add_commands(commands: Commands) -> None:
    """Add ``predict``."""
    parser = command(
        commands, "predict", "Ask a published endpoint about files.", _predict, prints_rows=False
    )
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
    _require_port(options.url)
    headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
    writer = People(output)
    with httpx.Client(headers=headers, timeout=60) as http:
        for file in options.files:
            kind = {"Content-Type": "application/json"} if file.suffix == QUESTION else None
            content = file.read_bytes()
            try:
                response = http.post(options.url, content=content, headers=kind)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise Unreachable(
                    f"No answer from {options.url} ({error}). Is the endpoint running?"
                ) from error
            writer.write(str(file), {}, _results(response, options.url))
    writer.close()


def _require_port(url: str) -> None:
    """Refuse an address whose port there cannot be.

    Raises:
        ValueError: when it is no number from 1 to 65535.
    """
    from urllib.parse import urlsplit

    try:
        port = urlsplit(url).port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(
            f"The port in '{url}' is wrong: a port is a number from 1 to 65535. Copy the address "
            "from the page of the endpoint."
        )


def _results(response: httpx.Response, url: str) -> list[dict[str, Any]]:
    """Return what an endpoint answered.

    Raises:
        ApiError: when it refused, or is no endpoint.
    """
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if isinstance(answer, dict):
        if response.is_error:
            raise ApiError({"status": response.status_code, **answer})
        if isinstance(answer.get("results"), list):
            results: list[dict[str, Any]] = answer["results"]
            return results
    raise ApiError(
        {
            "status": response.status_code,
            "code": "not_an_endpoint",
            "detail": f"{url} answers with status {response.status_code}, but not as an endpoint "
            "does. Its address ends in /predict; copy it from the page of the endpoint.",
        }
    )
