"""``easel versions``: frozen versions side by side, forks and merges."""

from __future__ import annotations

import argparse

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

DIFFERENCES = ("added", "removed", "relabelled", "moved")
_MERGED = (
    "id", "dataset.id", "dataset.name", "counts.added", "counts.duplicate", "counts.labelled",
    "counts.conflict_kept", "counts.conflict_replaced", "counts.in_trash",
    "counts.labels_left_out", "counts.parts_changed",
)  # fmt: skip


def add_commands(commands: Commands) -> None:
    """Add ``versions``."""
    versions = group(commands, "versions", "Compare, fork and merge frozen versions.")
    parser = command(versions, "list", "List the versions of a dataset.", _list)
    parser.add_argument("dataset")
    parser = command(versions, "diff", "Say what differs from another version.", _diff)
    parser.add_argument("version")
    parser.add_argument("base", help="the version to compare with")
    parser.add_argument("--samples", choices=DIFFERENCES, help="list the samples that differ so")
    parser = command(versions, "fork", "Make a dataset that begins as a version.", _fork)
    parser.add_argument("version")
    parser.add_argument("name", help="of the new dataset")
    parser = command(versions, "merge", "Bring the samples of a version into a dataset.", _merge)
    parser.add_argument("version")
    parser.add_argument("dataset")
    parser.add_argument(
        "--label", action="append", default=[], metavar="NAME=NEW",
        help="give a label another name there; NAME= leaves it behind; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--replace", action="store_true", help="take the version's annotations where both have some"
    )
    parser.add_argument("--preview", action="store_true", help="only say what a merge would meet")
    parser = command(
        versions, "lineage", "Show where a version came from and what was made of it.", _lineage
    )
    parser.add_argument("version")


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        rows = client.datasets.versions(options.dataset)
        output.table(rows, ("id", "number", "state", "num_samples", "created_at", "note"))


def _diff(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        if options.samples:
            rows = client.dataset_versions.different_samples(
                options.version, base=options.base, kind=options.samples
            )
            output.table(rows, ("sample_id", "name", "before.split", "after.split"))
            return
        diff = client.dataset_versions.diff(options.version, base=options.base)
    if output.as_json:
        output.document(diff)
        return
    output.table([diff], [f"num_{kind}" for kind in (*DIFFERENCES, "common")])
    changed = [label for label in diff["labels"] if label["before"] != label["after"]]
    if changed:
        output.line("")
        output.table(changed, ("name", "before", "after"))


def _fork(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        merge = client.dataset_versions.fork(options.version, name=options.name)
        merge = _finished(client, merge, output)
    output.table([merge], _MERGED)


def _merge(options: argparse.Namespace, output: Output) -> None:
    labels = _labels(options.label)
    with connect() as client:
        if options.preview:
            preview = client.datasets.preview_merge(options.dataset, version=options.version)
            _show_preview(preview, output)
            return
        merge = client.datasets.merge(
            options.dataset, version_id=options.version, labels=labels, replace=options.replace
        )
        merge = _finished(client, merge, output)
    output.table([merge], _MERGED)


def _labels(pairs: list[str]) -> dict[str, str | None]:
    """Return the new name of each label, ``None`` for one that is left behind.

    Raises:
        ValueError: when a pair has no equals sign.
    """
    labels: dict[str, str | None] = {}
    for pair in pairs:
        name, equals, new = pair.partition("=")
        if not equals or not name:
            raise ValueError(f"'{pair}' is no label. Write NAME=NEW, or NAME= to leave it behind.")
        labels[name] = new or None
    return labels


def _finished(client: Client, merge: Json, output: Output) -> Json:
    """Return a merge with its final counts."""
    if merge["job"] is not None:
        client.jobs.wait(merge["job"]["id"], on_change=output.job)
    merges = client.datasets.merges(merge["dataset"]["id"])
    return next(one for one in merges if one["id"] == merge["id"])


def _show_preview(preview: Json, output: Output) -> None:
    if output.as_json:
        output.document(preview)
        return
    output.table([preview], ("num_samples", "num_new", "num_known", "num_in_trash"))
    output.line("")
    output.table(preview["labels"], ("name", "num_samples", "is_known"))


def _lineage(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        lineage = client.dataset_versions.lineage(options.version)
    if output.as_json:
        output.document(lineage)
        return
    version = lineage["version"]
    output.line(f"{version['dataset_name']} {version['number']}")
    origin = lineage["forked_from"]
    if origin:
        output.line(f"forked from {origin['dataset_name']} {origin['number']}")
    for merge in lineage["merged_from"]:
        output.line(f"merged from {merge['version']['dataset_name']} {merge['version']['number']}")
    for run in lineage["runs"]:
        model = f"{run['model_name']} {run['model_number']}" if run["model_name"] else run["state"]
        output.line(f"trained in {run['name'] or run['number']}: {model}")
    for fork in lineage["forks"]:
        output.line(f"forked into {fork['name']}")
    for merge in lineage["merged_into"]:
        output.line(f"merged into {merge['dataset']['name']}")
