"""Pieces that several commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from easel.cli.output import Output

Run = Callable[[argparse.Namespace, Output], None]
Commands = Any


def command(
    commands: Commands, name: str, help: str, run: Run, *, prints_rows: bool = True
) -> argparse.ArgumentParser:
    """Add a command that ends in ``run(options, output)`` and knows ``--json`` and ``--field``."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON and nothing else")
    if prints_rows:
        form.add_argument(
            "--field", metavar="NAME", help="print this field and nothing else, such as id"
        )
    parser.set_defaults(run=run, field=None)
    return parser


def group(commands: Commands, name: str, help: str) -> Commands:
    """Add a command that only holds commands."""
    parser = commands.add_parser(name, help=help, description=help)
    return parser.add_subparsers(dest=f"{name}_command", required=True, metavar="ACTION")


def parse_value(text: str) -> Any:
    """Read an option's value: JSON where it is JSON, else the text itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def parse_options(pairs: list[str]) -> dict[str, Any]:
    """Turn ``epochs=5 augmentation.rotation_degrees=0`` into a nested mapping.

    Raises:
        ValueError: when a pair has no equals sign.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise ValueError(f"'{pair}' is no option. Write NAME=VALUE, such as epochs=5.")
        *parents, last = name.split(".")
        place = options
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = parse_value(text)
    return options
