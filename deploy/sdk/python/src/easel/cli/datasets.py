"""``easel projects`` and ``easel datasets``."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.import_report import report_import
from easel.cli.output import Output
from easel.cli.tables import print_columns, print_reading
from easel.cli.trash import add_trash
from easel.client import Client
from easel.client.transport import Json
from easel.client.upload import ONE_BY_ONE, WITH_COLUMNS
from easel.table_flags import add_reading, mapping_of, reading_of

_ORGANISATION = "id; needed when the key's person belongs to several"


def add_commands(commands: Commands) -> None:
    """Add ``projects`` and ``datasets``."""
    projects = group(commands, "projects", "List, create and delete projects.")
    parser = command(projects, "list", "List projects.", _list_projects)
    parser.add_argument("--organisation", help=_ORGANISATION)
    parser = command(projects, "create", "Create a project.", _create_project)
    parser.add_argument("name")
    parser.add_argument("--task", default="image.classification")
    parser.add_argument("--organisation", help=_ORGANISATION)
    add_trash(projects)

    datasets = group(commands, "datasets", "Create, fill and freeze datasets.")
    parser = command(datasets, "list", "List the datasets of a project.", _list)
    parser.add_argument("--project", required=True)
    parser = command(datasets, "create", "Create a dataset.", _create)
    parser.add_argument("name")
    parser.add_argument("--project", required=True)
    parser.add_argument("--multi-label", action="store_true")
    parser = command(datasets, "import", "Upload a folder, a zip or a file.", _import)
    parser.add_argument("dataset")
    parser.add_argument("path", type=Path)
    parser.add_argument(
        "--format", help="one of the task's formats; told from the files if left out"
    )
    _add_existing(parser)
    add_reading(parser)
    parser = command(
        datasets, "import-in-place", "Take files in where they are, without copying.", _in_place
    )
    parser.add_argument("dataset")
    parser.add_argument(
        "place",
        help="FOLDER or FOLDER/PATH of the server, s3://BUCKET/PATH, or a text file of addresses",
    )
    parser.add_argument("--format", default="image_folder", help="one of the task's formats")
    _add_existing(parser)
    parser = command(datasets, "freeze", "Freeze an immutable version.", _freeze)
    parser.add_argument("dataset")
    add_split(parser)
    parser.add_argument("--note", default="")
    parser = command(datasets, "export", "Download a frozen version.", _export)
    parser.add_argument("version")
    parser.add_argument("target", type=Path)
    parser.add_argument("--format", default="image_folder")


def _add_existing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--existing",
        choices=("keep", "merge", "replace"),
        default="keep",
        help="what becomes of annotations of samples that are there already (default: keep)",
    )


def add_split(parser: argparse.ArgumentParser) -> None:
    """Add how a version is divided into splits."""
    parser.add_argument("--validation", type=float, default=0.1, help="share, 0 to 1")
    parser.add_argument("--test", type=float, default=0.2, help="share, 0 to 1")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--split",
        choices=("auto", "named", "random"),
        default="auto",
        help="as the data names its parts, or drawn; auto follows the data where it names any",
    )


def _list_projects(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        organisation = organisation_of(client, options.organisation)
        rows = client.projects.list(organisation=organisation)
        output.table(rows, ("id", "name", "task", "updated_at"))


def _create_project(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        project = client.projects.create(
            organisation_id=organisation_of(client, options.organisation),
            name=options.name,
            task=options.task,
        )
    output.table([project], ("id", "name", "task"))


def organisation_of(client: Client, named: str | None) -> str:
    """Return the organisation that was named, else the only one.

    Raises:
        ValueError: when there are several.
    """
    if named:
        return named
    memberships = client.session()["memberships"]
    if not memberships:
        raise ValueError("You belong to no organisation. Pass --organisation ID.")
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
    with connect() as client:
        reading = reading_of(options)
        format = options.format or detected(client, options.dataset, options.path, output)
        if format == "table":
            print_reading(client, options.dataset, options.path, reading, output)
        mapping = mapping_of(options)
        if format in WITH_COLUMNS:
            choices = (reading, mapping)
            print_columns(client, options.dataset, options.path, format, choices, output)
        result = bring_in(
            client,
            options.dataset,
            options.path,
            format,
            output,
            reading,
            mapping=mapping,
            existing=options.existing,
        )
        report_import(client, result["id"], result, format, output)


def detected(client: Client, dataset_id: str, path: Path, output: Output) -> str:
    """Return the format that files seem to be in, saying why.

    Raises:
        ValueError: when nothing tells.
    """
    guesses = client.imports.detect(dataset_id, path)["guesses"]
    if not guesses:
        raise ValueError(f"Nothing tells the format of '{path}'. Name it with --format.")
    first = guesses[0]
    output.line(f"Format: {first['format']}. {first['message']}")
    for other in guesses[1:3]:
        output.line(f"  It could be {other['format']}: {other['message']}")
    return str(first["format"])


def _in_place(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        place = _place(client, options.dataset, options.place)
        archive = client.imports.in_place(
            options.dataset, place, format=options.format, existing=options.existing
        )
        client.jobs.wait(archive["job"]["id"], on_change=output.job)
        result = client.imports.close(archive["import_id"])
        report_import(client, archive["import_id"], result, options.format, output)


def _place(client: Client, dataset_id: str, named: str) -> Json:
    """Return the place that an argument names.

    Raises:
        ValueError: when it is neither a bucket, a list of addresses nor an allowed folder.
    """
    if named.startswith("s3://"):
        return {"kind": "bucket", "address": named}
    if Path(named).is_file():
        lines = Path(named).read_text(encoding="utf-8").splitlines()
        return {"kind": "web", "addresses": [line.strip() for line in lines if line.strip()]}
    first, _, path = named.strip("/").partition("/")
    folders = client.imports.places(dataset_id)["folders"]
    for folder in folders:
        if folder["name"] == first:
            return {"kind": "folder", "folder": folder["number"], "path": path}
    known = ", ".join(folder["name"] for folder in folders) or "none"
    raise ValueError(
        f"The server has no folder '{first}' to import from. It allows: {known}. Name one of "
        "them, s3://BUCKET/PATH, or a text file with one address a line."
    )


def bring_in(
    client: Client,
    dataset_id: str,
    path: Path,
    format: str,
    output: Output,
    reading: Json | None = None,
    *,
    mapping: Json | None = None,
    existing: str | None = None,
) -> Json:
    """Upload a folder, a zip or a single file; return the finished import."""
    progress = partial(output.progress, "upload")
    imports = client.imports
    how: Json = {
        "format": format,
        "reading": reading,
        "existing": existing,
        "on_progress": progress,
    }
    if path.is_dir():
        sent = imports.folder(dataset_id, path, mapping=mapping, **how)
    elif path.suffix.lower() == ".zip" or format not in ONE_BY_ONE:
        sent = imports.archive(dataset_id, path, mapping=mapping, **how)
    else:
        sent = imports.files(dataset_id, [(path.name, path)], **how)
    if "import_id" not in sent:
        return sent
    client.jobs.wait(sent["job"]["id"], on_change=output.job)
    return imports.close(sent["import_id"])


def _freeze(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        version = freeze(client, options.dataset, options, output, note=options.note)
    output.table([version], ("id", "number", "num_samples", "content_sha256"))


def freeze(
    client: Client, dataset_id: str, shares: argparse.Namespace, output: Output, note: str = ""
) -> Json:
    """Freeze a version, divided as ``add_split`` says, and wait until it is ready."""
    kind = shares.split
    if kind == "auto":
        kind = "named" if any(client.datasets.named_splits(dataset_id).values()) else "random"
    split = {
        "kind": kind,
        "validation": shares.validation,
        "test": shares.test,
        "seed": shares.seed,
    }
    if kind == "random":
        # 1 - 0.1 - 0.2 is 0.7000000000000001 in floating point.
        split["train"] = round(1 - shares.validation - shares.test, 6)
    version = client.datasets.freeze(dataset_id, split=split, note=note)
    client.jobs.wait(version["job"]["id"], on_change=output.job)
    return client.dataset_versions.get(version["id"])


def _export(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        size = client.dataset_versions.export(
            options.version, format=options.format, target=str(options.target)
        )
    output.line(f"Wrote {size:,} bytes to {options.target}.")
    if output.as_json:
        output.document({"path": str(options.target), "bytes": size})
