"""``easel predict``: ask a published endpoint; ``easel run`` asks a package on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.cli.arguments import Commands, command
from easel.cli.output import Output

if TYPE_CHECKING:
    from easel.client.endpoint import Endpoint


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
    parser.add_argument(
        "--asynchronous",
        action="store_true",
        help="have all files accepted first, then wait for each: for what takes long",
    )


def _predict(options: argparse.Namespace, output: Output) -> None:
    from easel.cli.writers import People
    from easel.client.endpoint import Endpoint

    if not options.url.startswith(("http://", "https://")):
        raise ValueError(
            f"'{options.url}' is no address of an endpoint. For a package on this machine use: "
            f"easel run {options.url} --input {options.files[0]}"
        )
    writer = People(output)
    with Endpoint(options.url, secret=options.token) as endpoint:
        for file, results in _predictions(endpoint, options):
            writer.write(str(file), {}, results)
    writer.close()


def _predictions(
    endpoint: Endpoint, options: argparse.Namespace
) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    if not options.asynchronous:
        yield from ((file, endpoint.predict(file)) for file in options.files)
        return
    accepted = [(file, endpoint.submit(file)) for file in options.files]
    yield from ((file, prediction.wait()) for file, prediction in accepted)
