"""``easel train`` and ``easel runs``."""

from __future__ import annotations

import argparse

from easel.cli.arguments import Commands, command, group, parse_options
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

TIERS = ("fast", "balanced", "accurate")
_COLUMNS = ("id", "number", "name", "backbone", "job.state", "best_metric", "model_version_id")


def add_commands(commands: Commands) -> None:
    """Add ``train`` and ``runs``."""
    parser = command(commands, "train", "Train a model on frozen dataset versions.", _train)
    parser.add_argument("--project", required=True)
    parser.add_argument("--version", action="append", required=True, help="dataset version id")
    parser.add_argument("--name", help="of the run; chosen by the server when left out")
    parser.add_argument("--tier", choices=TIERS, default="fast")
    parser.add_argument("--backbone", help="default: the first one of the tier")
    parser.add_argument("--target", default="cloud_api")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    add_accept(parser)
    parser.add_argument("--from-model", help="model version id to go on from")
    add_start(parser)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--detach", action="store_true", help="do not wait for the end")

    runs = group(commands, "runs", "Look at training runs.")
    parser = command(runs, "list", "List the runs of a project.", _list)
    parser.add_argument("--project", required=True)
    for name, help_ in (("show", "Show a run."), ("stop", "Stop a run."), ("resume", "Resume it.")):
        parser = command(runs, name, help_, _show if name == "show" else _act)
        parser.add_argument("run_id")
        parser.set_defaults(action=name)


def add_accept(parser: argparse.ArgumentParser) -> None:
    """Add what a run is told that somebody has agreed to."""
    parser.add_argument(
        "--accept",
        action="append",
        default=[],
        metavar="CODE",
        help="agree to what the check of a table asks: target_guessed, problem_guessed, "
        "series_guessed, uneven_rows or rows_without_target; may be repeated",
    )


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add what a network begins with, where the server's choice is not wanted."""
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--pretrained", action="store_true", help="weights of the server's folder of such"
    )
    start.add_argument(
        "--from-scratch", action="store_true", help="random weights, not those of the server"
    )


def start_of(options: argparse.Namespace) -> Json:
    """Return the field that says so; without it networks begin with what the server has."""
    if options.pretrained or options.from_scratch:
        return {"pretrained": options.pretrained}
    return {}


def task_options(options: argparse.Namespace) -> Json:
    """Return the options of the task with what was agreed to."""
    written = parse_options(options.option)
    return {**written, "accepted": options.accept} if options.accept else written


def print_findings(client: Client, versions: list[str], chosen: Json, output: Output) -> None:
    """Say what the check finds in data before a run begins."""
    for finding in client.training_runs.check(versions, chosen)["findings"]:
        word = "Error" if finding["blocking"] else "Note"
        output.line(f"{word} [{finding['code']}]: {finding['message']}")


def _train(options: argparse.Namespace, output: Output) -> None:
    chosen = task_options(options)
    with connect() as client:
        print_findings(client, options.version, chosen, output)
        backbone = options.backbone or default_backbone(
            client,
            client.projects.get(options.project)["task"],
            options.tier,
            versions=options.version,
            target=options.target,
        )
        run = client.training_runs.create(
            project_id=options.project,
            dataset_version_ids=options.version,
            target=options.target,
            tier=options.tier,
            backbone=backbone,
            options=chosen,
            seed=options.seed,
            **start_of(options),
            **_given(name=options.name, initial_model_version_id=options.from_model),
        )
        if not options.detach:
            client.jobs.wait(run["job"]["id"], on_change=output.job)
            run = client.training_runs.get(run["id"])
    _print(run, output)


def _given(**fields: str | None) -> Json:
    """Return the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def task_card(client: Client, task: str) -> Json:
    """Return what the server's catalog says of a task."""
    card: Json = next(card for card in client.catalog()["tasks"] if card["key"] == task)
    return card


def default_backbone(
    client: Client, task: str, tier: str, *, versions: list[str], target: str
) -> str:
    """Return the backbone that a tier stands for with this data.

    Raises:
        ValueError: when the task has none there.
    """
    keys = backbones_of(client, task, tier)
    estimated = client.training_runs.estimate(versions, backbone=keys[0], target=target)
    usual = [one["key"] for one in estimated["backbones"] if one["is_usual"]]
    return next((key for key in keys if key in usual), keys[0])


def backbones_of(client: Client, task: str, tier: str) -> list[str]:
    """Return the backbones of a tier, at least one.

    Raises:
        ValueError: when the task has none there.
    """
    backbones = task_card(client, task)["backbones"]
    fitting = [str(backbone["key"]) for backbone in backbones if backbone["tier"] == tier]
    if not fitting:
        tiers = ", ".join(dict.fromkeys(backbone["tier"] for backbone in backbones))
        raise ValueError(f"'{task}' has no backbone of the tier '{tier}'. Choose among: {tiers}.")
    return fitting


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table(client.training_runs.list(project=options.project), _COLUMNS)


def _show(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        _print(client.training_runs.get(options.run_id), output)


def _act(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        _print(client.training_runs.act(options.run_id, options.action), output)


def _print(run: Json, output: Output) -> None:
    output.table([run], _COLUMNS)
