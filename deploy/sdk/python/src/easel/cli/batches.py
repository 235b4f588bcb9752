"""``easel predict-batch``: predict a dataset, files or a folder at once, as a job of the server."""

from __future__ import annotations

import argparse
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client
from easel.client.beginnings import files_below
from easel.client.transport import Json

FORMATS = ("jsonl", "csv", "parquet")
_COLUMNS = ("id", "source_name", "model_name", "job.state", "num_predicted", "num_failed")


def add_commands(commands: Commands) -> None:
    """Add ``predict-batch``."""
    parser = command(
        commands, "predict-batch", "Predict a dataset, files or a folder at once.", _predict
    )
    parser.add_argument("model_version", help="model version id")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--dataset", help="dataset id")
    source.add_argument("--view", help="saved view id")
    source.add_argument("--version", help="dataset version id")
    source.add_argument(
        "--files", nargs="+", type=Path, metavar="PLACE", help="files of this machine, or folders"
    )
    source.add_argument(
        "--folder", type=int, metavar="NUMBER", help="allowed folder of the server, from 0"
    )
    parser.add_argument("--path", default="", help="with --folder: the way below it")
    parser.add_argument(
        "--unlabelled", action="store_true", help="with --dataset: samples without labels only"
    )
    parser.add_argument(
        "--keep-suggestions", action="store_true", help="for people to review and accept"
    )
    parser.add_argument(
        "--make-labels", action="store_true", help="add labels that only the model knows"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="download the predictions")
    parser.add_argument(
        "--format", choices=FORMATS, help="of the output; by default what its name ends in"
    )
    parser.add_argument("--detach", action="store_true", help="do not wait for the end")


def _predict(options: argparse.Namespace, output: Output) -> None:
    form = _format(options)
    with connect() as client:
        batch = client.batch_predictions.create(
            model_version_id=options.model_version,
            **_source(options),
            **({"keeps_suggestions": True} if options.keep_suggestions else {}),
            **({"makes_labels": True} if options.make_labels else {}),
        )
        if options.files:
            batch = _send(client, batch["id"], options.files, output)
        if not options.detach:
            client.jobs.wait(batch["job"]["id"], on_change=output.job)
            batch = client.batch_predictions.get(batch["id"])
        for problem in batch["problems"]:
            output.warning(f"{problem['name']}: {problem['message']}")
        if options.output is not None:
            client.batch_predictions.download(batch["id"], str(options.output), form=form)
    output.table([batch], _COLUMNS)


def _format(options: argparse.Namespace) -> str:
    """Return the format to download.

    Raises:
        ValueError: when it cannot be told, or nothing is waited for.
    """
    if options.output is None:
        return FORMATS[0]
    if options.detach:
        raise ValueError("There is nothing to write before the end. Leave out --detach.")
    form = str(options.format or options.output.suffix[1:])
    if form not in FORMATS:
        raise ValueError(
            f"'{options.output}' does not say the format. End it in one of "
            f"{', '.join(FORMATS)}, or say --format."
        )
    return form


def _source(options: argparse.Namespace) -> Json:
    """Return what of the request names the inputs."""
    if options.dataset is not None:
        filter_ = {"filter": {"unlabelled": True}} if options.unlabelled else {}
        return {"source": "dataset", "dataset_id": options.dataset, **filter_}
    if options.view is not None:
        return {"source": "view", "view_id": options.view}
    if options.version is not None:
        return {"source": "version", "dataset_version_id": options.version}
    if options.folder is not None:
        return {"source": "folder", "folder": options.folder, "path": options.path}
    return {"source": "files", "name": options.files[0].name}


def _send(client: Client, batch_id: str, places: list[Path], output: Output) -> Json:
    """Send files and start."""
    files = [
        named
        for place in places
        for named in (files_below(place) if place.is_dir() else [(place.name, place)])
    ]
    client.batch_predictions.send(
        batch_id, files, on_progress=lambda done, total: output.progress("send", done, total, None)
    )
    return client.batch_predictions.act(batch_id, "start")
