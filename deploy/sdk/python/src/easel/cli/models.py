"""``easel models``."""

from __future__ import annotations

import argparse
from pathlib import Path

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client.transport import Json


def add_commands(commands: Commands) -> None:
    """Add ``models``."""
    models = group(commands, "models", "Look at models and download them.")
    parser = command(models, "list", "List the model versions of a project.", _list)
    parser.add_argument("--project", required=True)
    parser = command(models, "report", "Print the evaluation report.", _report)
    parser.add_argument("model_version")
    parser = command(models, "download", "Download the model package.", _download)
    parser.add_argument("model_version")
    parser.add_argument("target", type=Path)
    parser = command(models, "sdk", "Build and download the Python SDK.", _sdk)
    parser.add_argument("model_version")
    parser.add_argument("target", type=Path)


def _list(options: argparse.Namespace, output: Output) -> None:
    columns = ("id", "model_name", "number", "backbone", "primary_metric", "metric", "size_bytes")
    with connect() as client:
        output.table(client.model_versions.list(project=options.project), columns)


def _report(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        report = client.model_versions.report(options.model_version)
    if output.as_json:
        output.document(report)
    elif report["kind"] == "classification":
        _print_classification(report, output)
    else:
        output.line(f"On {report['num_samples']} samples of the {report['split']} split:")
        output.table(report["metrics"], ("name", "value", "low", "high"))
        baseline = report["baseline"]
        if baseline is not None:
            output.line(f"The simple method: {baseline['name']} {baseline['value']:.4f}.")


def _print_classification(report: Json, output: Output) -> None:
    figures = [("Accuracy", report["accuracy"]), ("macro F1", report["macro_f1"])]
    if report["primary_metric"] == "macro_f1":
        # Where a label is rare, accuracy says little.
        figures = [("Macro F1", report["macro_f1"]), ("accuracy", report["accuracy"])]
    (name, best), (other, second) = figures
    output.line(
        f"{name} {best['value']:.4f} (95 % interval {best['low']:.4f} to {best['high']:.4f}) on "
        f"{best['num_samples']} samples of the {report['split']} split; "
        f"{other} {second['value']:.4f}."
    )
    if report["untested"]:
        total = len(report["classes"])
        output.line(
            f"{total - len(report['untested'])} of {total} labels were tested; not tested: "
            f"{', '.join(report['untested'][:10])}."
        )
    columns = ("label", "num_samples", "precision", "recall", "f1", "recommended_threshold")
    output.table(report["classes"], columns)


def _download(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        size = client.model_versions.download_package(options.model_version, str(options.target))
    _wrote(options.target, size, output)


def _sdk(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        job = client.model_versions.act(options.model_version, "sdk")
        client.jobs.wait(job["id"], on_change=output.job)
        size = client.model_versions.download_sdk(options.model_version, str(options.target))
    _wrote(options.target, size, output)


def _wrote(target: Path, size: int, output: Output) -> None:
    output.line(f"Wrote {size:,} bytes to {target}.")
    if output.as_json:
        output.document({"path": str(target), "bytes": size})
