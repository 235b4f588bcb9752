"""``easel list``: what can be trained, and the packages that lie here."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.credentials import NotSignedIn, connect
from easel.cli.output import Output
from easel.client.transport import Json

_TASK = ("key", "fast", "balanced", "accurate", "primary_metric", "formats")
_PACKAGE = ("name", "version", "task", "backbone", "num_labels", "size_bytes", "path")


def add_commands(commands: Commands) -> None:
    """Add ``list``."""
    parser = command(
        commands, "list", "List the server's tasks and backbones, and packages here.", _list
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, help="of packages; default: EASEL_MODELS, or the library"
    )


def _list(options: argparse.Namespace, output: Output) -> None:
    from easel.cli.library import library

    folder = options.folder or library()
    tasks, packages = _tasks(), _packages(folder)
    if output.as_json:
        output.document({"tasks": tasks, "folder": str(folder), "packages": packages})
        return
    if tasks is None:
        output.line("Not signed in to a server, whose tasks would be listed here (easel login).")
    else:
        output.table([_by_tier(task) for task in tasks], _TASK)
    output.line("")
    if packages:
        output.table(packages, _PACKAGE)
    else:
        output.line(f"There are no packages in {folder}.")


def _tasks() -> list[Json] | None:
    """Return the tasks of the server's catalog; none without a server."""
    try:
        with connect() as client:
            return list(client.catalog()["tasks"])
    except NotSignedIn:
        return None


def _by_tier(task: Json) -> Json:
    """Return a row with the backbones of each tier; ``*`` marks weights that are at hand."""
    row: Json = {"key": task["key"], "primary_metric": task["primary_metric"]}
    row["formats"] = ", ".join(task["formats"])
    for tier in ("fast", "balanced", "accurate"):
        row[tier] = ", ".join(_names([one for one in task["backbones"] if one["tier"] == tier]))
    return row


def _names(backbones: Sequence[Json]) -> list[str]:
    return [one["key"] + "*" * bool(one["weights_available"]) for one in backbones]


def _packages(folder: Path) -> list[Json]:
    from easel.cli.library import packages

    return [
        {
            "name": package.manifest.name,
            "version": package.manifest.version,
            "task": package.manifest.task,
            "backbone": package.manifest.document.get("backbone"),
            "num_labels": len(package.manifest.labels),
            "size_bytes": sum(file.bytes for file in package.manifest.files),
            "path": str(package.path),
        }
        for package in packages(folder)
    ]
