"""``easel finetune``: from a folder of data to a package, with the server doing the work."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.credentials import connect
from easel.cli.datasets import add_split, bring_in, freeze, organisation_of
from easel.cli.output import Output
from easel.cli.training import (
    TIERS,
    add_accept,
    add_start,
    backbones_of,
    default_backbone,
    print_findings,
    start_of,
    task_card,
    task_options,
)
from easel.client import Client
from easel.client.transport import Json

_COLUMNS = ("id", "backbone", "job.state", "best_metric", "model_version_id", "package")


@dataclass(frozen=True)
class Start:
    """What is learnt, and from where: a task afresh, or a model that learns on.

    Attributes:
        project_id: where it happens.
        task: key of the task.
        backbone: network to train, ``None`` for the one that its tier stands for.
        tier: of the network.
        model_version_id: to go on from, if any.
    """

    project_id: str
    task: str
    backbone: str | None
    tier: str
    model_version_id: str | None


def add_commands(commands: Commands) -> None:
    """Add ``finetune``."""
    parser = command(commands, "finetune", "Train on a folder of data; fetch the package.", _run)
    parser.add_argument(
        "start", help="key of a task, or a package of this server that is to learn on"
    )
    parser.add_argument("data", type=Path, help="folder, zip or file in a format of the task")
    parser.add_argument("--format", help="default: the first one of the task")
    parser.add_argument("--tier", choices=TIERS, help="default: fast, or that of the package")
    parser.add_argument("--project", help="id; default: a new one, or that of the package")
    parser.add_argument("--organisation", help="id; needed when you belong to several")
    parser.add_argument("--name", help="of project and dataset; default: the name of the data")
    parser.add_argument("--multi-label", action="store_true")
    add_start(parser)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    add_accept(parser)
    parser.add_argument("--target", default="cloud_api")
    add_split(parser)
    parser.add_argument("--wait", action="store_true", help="until the package is here")
    parser.add_argument("--output", type=Path, help="the package; default: in the library")


def _run(options: argparse.Namespace, output: Output) -> None:
    choices = task_options(options)
    if not options.data.exists():
        raise ValueError(f"There is no data in '{options.data}'. Check the path.")
    name = options.name or options.data.stem
    with connect() as client:
        start = _start(client, options, name)
        dataset = client.datasets.create(
            project_id=start.project_id, name=name, multi_label=options.multi_label
        )
        format_ = options.format or task_card(client, start.task)["formats"][0]
        brought = bring_in(client, dataset["id"], options.data, format_, output)
        output.line(
            f"{brought['num_added']} samples, {brought['num_labelled']} of them labelled; "
            f"{brought['num_rejected']} rejected."
        )
        version = freeze(client, dataset["id"], options, output)
        print_findings(client, [version["id"]], choices, output)
        backbone = start.backbone or default_backbone(
            client, start.task, start.tier, versions=[version["id"]], target=options.target
        )
        going_on = start.model_version_id
        run = client.training_runs.create(
            project_id=start.project_id,
            dataset_version_ids=[version["id"]],
            target=options.target,
            tier=start.tier,
            backbone=backbone,
            options=choices,
            seed=options.seed,
            **start_of(options),
            **({"initial_model_version_id": going_on} if going_on else {}),
        )
        if options.wait:
            client.jobs.wait(run["job"]["id"], on_change=output.job)
            run = client.training_runs.get(run["id"])
            run["package"] = str(_download(client, run, options.output, name))
    output.table([run], _COLUMNS)


def _start(client: Client, options: argparse.Namespace, name: str) -> Start:
    """Return what the words of the command mean, making a project where none is named.

    Raises:
        ValueError: when the package was trained elsewhere.
    """
    if any(card["key"] == options.start for card in client.catalog()["tasks"]):
        tier = options.tier or TIERS[0]
        # Refused before anything is made.
        backbones_of(client, options.start, tier)
        project = options.project or _new_project(client, options, name)
        return Start(project, options.start, None, tier, None)
    run = _origin(client, options.start)
    return Start(
        options.project or run["project_id"],
        run["task"],
        run["backbone"],
        options.tier or run["tier"],
        run["model_version_id"],
    )


def _origin(client: Client, given: str) -> Json:
    """Return the run of this server that made a package."""
    from easel.cli.library import package_path
    from easel.client.errors import ApiError
    from easel.runtime.package import Package

    manifest = Package(package_path(given)).manifest
    run_id = str(manifest.document["lineage"]["run_id"])
    try:
        return client.training_runs.get(run_id)
    except ApiError as error:
        if error.status != 404:
            raise
        raise ValueError(
            f"The package '{given}' comes from the run {run_id}, which this server does not know. "
            "Give a package of this server, or the key of a task to start afresh."
        ) from error


def _new_project(client: Client, options: argparse.Namespace, name: str) -> str:
    organisation = organisation_of(client, options.organisation)
    project = client.projects.create(organisation_id=organisation, name=name, task=options.start)
    return str(project["id"])


def _download(client: Client, run: Json, target: Path | None, name: str) -> Path:
    """Fetch the package of a finished run; return where it is."""
    from easel.cli.library import library

    path = target or library() / f"{name}-{run['number']}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    client.model_versions.download_package(str(run["model_version_id"]), str(path))
    return path
