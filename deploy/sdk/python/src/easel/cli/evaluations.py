"""``easel evaluate``: measure model versions on the same samples, as a job of the server."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from easel.cli.arguments import Commands, command
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

_COLUMNS = ("part", "num_samples", "model", "metric", "value", "difference", "low", "high")


def add_commands(commands: Commands) -> None:
    """Add ``evaluate``."""
    parser = command(commands, "evaluate", "Measure models on the same samples.", _evaluate)
    parser.add_argument("model_versions", nargs="+", metavar="MODEL", help="model version ids")
    parser.add_argument("--version", required=True, help="dataset version id")
    parser.add_argument(
        "--baseline", metavar="MODEL", help="model version that the others are compared with"
    )
    parser.add_argument("--tag", help="measure samples with this tag by themselves as well")


def _evaluate(options: argparse.Namespace, output: Output) -> None:
    baseline = [] if options.baseline is None else [options.baseline]
    with connect() as client:
        evaluation = client.evaluations.create(
            model_version_ids=[*baseline, *options.model_versions],
            dataset_version_id=options.version,
            **({} if options.tag is None else {"tag_id": _tag_id(client, options)}),
        )
        client.jobs.wait(evaluation["job"]["id"], on_change=output.job)
        evaluation = client.evaluations.get(evaluation["id"])
    if output.as_json:
        output.document(evaluation)
        return
    output.table(_rows(evaluation), _COLUMNS)
    for note in _left_out(evaluation):
        output.warning(note)


def _tag_id(client: Client, options: argparse.Namespace) -> str:
    """Return the id of a tag of the dataset.

    Raises:
        ValueError: when it has no such tag.
    """
    dataset = client.dataset_versions.get(options.version)["dataset_id"]
    tags = {tag["name"]: str(tag["id"]) for tag in client.datasets.tags(dataset)}
    if options.tag not in tags:
        raise ValueError(
            f"The dataset has no tag '{options.tag}'. It has: {', '.join(tags) or 'none'}."
        )
    return tags[options.tag]


def _left_out(evaluation: Json) -> Iterator[str]:
    """Yield which samples do not count, and why."""
    if evaluation["num_trained_on"]:
        yield f"{evaluation['num_trained_on']} left out: a model was trained on them."
    if evaluation["num_unknown"]:
        labels = ", ".join(evaluation["unknown_labels"])
        yield f"{evaluation['num_unknown']} left out: a model does not know their labels: {labels}."
    if evaluation["num_left_out"]:
        yield f"{evaluation['num_left_out']} left out: they cannot be read or have no label."
    for model in evaluation["models"]:
        if not model["is_training_known"]:
            name = f"{model['name']} v{model['number']}"
            yield f"What {name} was trained on is not known: it may have seen some of these."
    if evaluation["tag_name"] and not any(p["part"] == "tagged" for p in evaluation["parts"]):
        yield f"No sample with the tag '{evaluation['tag_name']}' counts."


def _rows(evaluation: Json) -> list[Json]:
    """Return the primary metric of each model by part; the interval is that of the difference."""
    return [
        {
            "part": part["part"],
            "num_samples": part["num_samples"],
            "model": f"{model['name']} v{model['number']}",
            "metric": evaluation["primary_metric"],
            "value": measured["metrics"].get(evaluation["primary_metric"]),
            **{name: change.get(name) for name in ("difference", "low", "high")},
        }
        for part in evaluation["parts"]
        for model, measured in zip(evaluation["models"], part["models"])
        for change in (measured["change"] or {},)
    ]
