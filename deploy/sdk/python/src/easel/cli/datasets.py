"""``easel projects`` and ``easel datasets``."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client

_ORGANISATION = "id; needed when the key's person belongs to several"


def add_commands(commands: Commands) -> None:
    """Add ``projects`` and ``datasets``."""
    projects = group(commands, "projects", "List and create projects.")
    parser = command(projects, "list", "List projects.", _list_projects)
    parser.add_argument("--organisation", help=_ORGANISATION)
    parser = command(projects, "create", "Create a project.", _create_project)
    parser.add_argument("name")
    parser.add_argument("--task", default="image.classification")
    parser.add_argument("--organisation", help=_ORGANISATION)

    datasets = group(commands, "datasets", "Create, fill and freeze datasets.")
    parser = command(datasets, "list", "List the datasets of a project.", _list)
    parser.add_argument("--project", required=True)
    parser = command(datasets, "create", "Create a dataset.", _create)
    parser.add_argument("name")
    parser.add_argument("--project", required=True)
    parser.add_argument("--multi-label", action="store_true")
    parser = command(datasets, "import", "Upload a folder or a zip.", _import)
    parser.add_argument("dataset")
    parser.add_argument("path", type=Path)
    parser.add_argument("--format", default="image_folder", help="one of the task's formats")
    parser = command(datasets, "freeze", "Freeze an immutable version.", _freeze)
    parser.add_argument("dataset")
    parser.add_argument("--validation", type=float, default=0.1)
    parser.add_argument("--test", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--note", default="")
    parser = command(datasets, "export", "Download a frozen version.", _export)
    parser.add_argument("version")
    parser.add_argument("target", type=Path)
    parser.add_argument("--format", default="image_folder")


def _list_projects(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        rows = client.projects.list(organisation=_organisation(client, options))
        output.table(rows, ("id", "name", "task", "updated_at"))


def _create_project(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        project = client.projects.create(
            organisation_id=_organisation(client, options), name=options.name, task=options.task
        )
    output.table([project], ("id", "name", "task"))


def _organisation(client: Client, options: argparse.Namespace) -> str:
    """Return the organisation that was named, else the only one."""
    if options.organisation:
        return str(options.organisation)
    memberships = client.session()["memberships"]
    if len(memberships) != 1:
        raise ValueError("You belong to several organisations. Pass --organisation ID.")
    return str(memberships[0]["organisation"]["id"])


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        rows = client.datasets.list(project=options.project)
        output.table(rows, ("id", "name", "num_samples", "num_labelled", "num_bytes"))


def _create(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        dataset = client.datasets.create(
            project_id=options.project, name=options.name, multi_label=options.multi_label
        )
    output.table([dataset], ("id", "name", "multi_label"))


def _import(options: argparse.Namespace, output: Output) -> None:
    progress = partial(output.progress, "upload")
    columns = ("num_added", "num_duplicate", "num_rejected", "num_labelled")
    with connect() as client:
        if options.path.is_dir():
            result = client.imports.folder(
                options.dataset, options.path, format=options.format, on_progress=progress
            )
        else:
            archive = client.imports.archive(
                options.dataset, options.path, format=options.format, on_progress=progress
            )
            client.jobs.wait(archive["job"]["id"], on_change=output.job)
            result = client.transport.json("GET", f"imports/{archive['import_id']}")
    output.table([result], columns)


def _freeze(options: argparse.Namespace, output: Output) -> None:
    split = {
        "kind": "random",
        "train": round(1 - options.validation - options.test, 6),
        "validation": options.validation,
        "test": options.test,
        "seed": options.seed,
    }
    with connect() as client:
        version = client.datasets.freeze(options.dataset, split=split, note=options.note)
        client.jobs.wait(version["job"]["id"], on_change=output.job)
        version = client.dataset_versions.get(version["id"])
    output.table([version], ("id", "number", "num_samples", "content_sha256"))


def _export(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        size = client.dataset_versions.export(
            options.version, format=options.format, target=str(options.target)
        )
    output.line(f"Wrote {size:,} bytes to {options.target}.")
    if output.as_json:
        output.document({"path": str(options.target), "bytes": size})
