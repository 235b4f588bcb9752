"""``easel search`` and ``easel searches``: automatic search for the best settings."""

from __future__ import annotations

import argparse
import time

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.cli.training import (
    TIERS,
    add_accept,
    add_start,
    default_backbone,
    print_findings,
    start_of,
    task_options,
)
from easel.client import Client
from easel.client.transport import Json

MODES = ("full", "population")
PRUNERS = ("none", "successive_halving", "median")
_COLUMNS = ("id", "number", "name", "state", "ending", "best_trial.number", "best_trial.score")
_TRIAL_COLUMNS = (
    "number", "state", "score", "latency_ms", "num_steps", "attempts", "parent_number", "settings",
)  # fmt: skip
_POLL_SECONDS = 1.0


def add_commands(commands: Commands) -> None:
    """Add ``search`` and ``searches``."""
    parser = command(commands, "search", "Search for the settings of the best model.", _search)
    parser.add_argument("--project", required=True)
    parser.add_argument("--version", action="append", required=True, help="dataset version id")
    parser.add_argument("--name", help="of the search; chosen by the server when left out")
    parser.add_argument("--tier", choices=TIERS, default="fast")
    parser.add_argument("--backbone", help="of the first trial; default: the first of the tier")
    parser.add_argument("--target", default="cloud_api")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    add_accept(parser)
    parser.add_argument(
        "--vary",
        action="append",
        metavar="NAME",
        help="a setting to vary in its default range, such as learning_rate, or all below a name, "
        "such as design; what the server suggests when left out",
    )
    parser.add_argument("--trials", type=int, default=20, help="at most; 20 by default")
    parser.add_argument("--minutes", type=int, help="at most")
    parser.add_argument("--score", type=float, help="end when a trial is as good as this")
    parser.add_argument("--latency", type=float, metavar="MS", help="an answer may take so long")
    parser.add_argument("--parallel", type=int, default=1, help="trials side by side")
    parser.add_argument("--fraction", type=float, default=1.0, help="of the training data to use")
    parser.add_argument(
        "--sampler",
        default="sfde",
        help="how settings are chosen, such as sfde, tpe or random",
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        default="full",
        help="full: each trial learns from scratch; population: it goes on from a better one",
    )
    parser.add_argument("--population", type=int, default=8, help="members; 8 by default")
    parser.add_argument("--rounds", type=int, help="trials of each member, in place of --trials")
    parser.add_argument("--interval", type=int, default=10, help="epochs a trial; 10 by default")
    parser.add_argument("--pruner", choices=PRUNERS, help="how hopeless trials are found")
    add_start(parser)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--detach", action="store_true", help="do not wait for the end")

    searches = group(commands, "searches", "Look at searches.")
    parser = command(searches, "list", "List the searches of a project.", _list)
    parser.add_argument("--project", required=True)
    for name, help_, run in (
        ("show", "Show a search.", _show),
        ("trials", "List the trials of a search, the best first.", _trials),
        ("stop", "Stop a search.", _stop),
        ("extend", "Let a search go on.", _extend),
        ("keep", "Make a model version of the best trial.", _keep),
    ):
        parser = command(searches, name, help_, run)
        parser.add_argument("study_id")
        if name == "extend":
            parser.add_argument("--trials", type=int, help="at most, with those that were")
            parser.add_argument("--minutes", type=int, help="at most, with those that were")


def _search(options: argparse.Namespace, output: Output) -> None:
    population = _population(options)
    num_trials = options.trials
    if options.rounds is not None:
        if population is None:
            raise ValueError("Rounds are those of a population. Add --mode population.")
        num_trials = options.population * options.rounds
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
        study = client.studies.create(
            project_id=options.project,
            dataset_version_ids=options.version,
            target=options.target,
            backbone=backbone,
            options=chosen,
            space=_space(client, options.project, backbone, options.vary),
            sampler={"kind": options.sampler},
            population=population,
            max_trials=num_trials,
            max_minutes=options.minutes,
            target_score=options.score,
            latency_limit_ms=options.latency,
            num_parallel=options.parallel,
            data_fraction=options.fraction,
            **start_of(options),
            seed=options.seed,
            **({"pruner": {"kind": options.pruner}} if options.pruner else {}),
            **({"name": options.name} if options.name else {}),
        )
        if not options.detach:
            study = _wait(client, study["id"], output)
    output.table([study], _COLUMNS)


def _population(options: argparse.Namespace) -> Json | None:
    if options.mode == "full":
        return None
    return {"size": options.population, "interval": options.interval}


def _space(client: Client, project: str, backbone: str, names: list[str] | None) -> Json:
    """Return the default ranges of the settings to vary.

    Raises:
        ValueError: when there is no such setting, or none at all.
    """
    varies_backbone = names is not None and "backbone" in names
    found = client.studies.searchable(project, [] if varies_backbone else [backbone])
    parameters: list[Json] = found["space"]["parameters"]
    known = [parameter["name"] for parameter in parameters]
    wanted = set(found["suggested"])
    if names is not None:
        below = {name: [one for one in known if f"{one}.".startswith(f"{name}.")] for name in names}
        unknown = sorted(name for name, found_below in below.items() if not found_below)
        if unknown:
            raise ValueError(f"There is no setting {', '.join(unknown)} to vary. Known: {known}.")
        wanted = {one for found_below in below.values() for one in found_below}
    if not wanted:
        raise ValueError(f"Nothing of '{backbone}' can be varied. Vary the backbone instead.")
    return {"parameters": [_free(one, wanted) for one in parameters if one["name"] in wanted]}


def _free(parameter: Json, wanted: set[str]) -> Json:
    """Return a parameter that waits for nothing but what is varied too."""
    when = parameter.get("when")
    if when is None or when["parameter"] in wanted:
        return parameter
    return {key: value for key, value in parameter.items() if key != "when"}


def _wait(client: Client, study_id: str, output: Output) -> Json:
    while True:
        study = client.studies.get(study_id)
        counts = study["counts"]
        ended = sum(counts[state] for state in ("complete", "pruned", "failed", "cancelled"))
        ended -= counts["copied"]
        output.progress("search", ended, study["max_trials"] or 0, study["eta_seconds"])
        if study["state"] != "running" and not study["active_trials"]:
            if study["error"] is not None:
                raise ValueError(study["error"]["message"])
            return study
        time.sleep(_POLL_SECONDS)


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table(client.studies.list(project=options.project), _COLUMNS)


def _show(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table([client.studies.get(options.study_id)], _COLUMNS)


def _trials(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        study = client.studies.get(options.study_id)
        order = "-score" if study["direction"] == "maximize" else "score"
        output.table(client.studies.trials(options.study_id, order=order), _TRIAL_COLUMNS)


def _stop(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table([client.studies.act(options.study_id, "stop")], _COLUMNS)


def _extend(options: argparse.Namespace, output: Output) -> None:
    limits = {"max_trials": options.trials, "max_minutes": options.minutes}
    given = {name: value for name, value in limits.items() if value is not None}
    with connect() as client:
        output.table([client.studies.act(options.study_id, "extend", **given)], _COLUMNS)


def _keep(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        best = client.studies.get(options.study_id)["best_trial"]
        if best is None:
            raise ValueError("No trial of this search is complete yet. Wait, or extend it.")
        kept = client.studies.keep_model(options.study_id, best["number"])
        output.table([kept], ("model_version_id",))
