"""``easel views`` and ``easel samples``: filters of samples, saved under names."""

from __future__ import annotations

import argparse
from typing import Any

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output
from easel.client import Client

_SAMPLE = ("id", "name", "labelled_at", "split", "bytes")
_VIEW = ("id", "name", "ordering", "created_by.name", "created_at")


def add_commands(commands: Commands) -> None:
    """Add ``samples`` and ``views``."""
    samples = group(commands, "samples", "List the samples of a dataset.")
    parser = command(samples, "list", "List samples that pass a filter.", _samples)
    parser.add_argument("dataset")
    _add_filter(parser)
    parser.add_argument("--view", metavar="VIEW", help="those of a saved view, by name or id")
    parser.add_argument("--limit", type=int, default=100, help="at most so many, 0 for all")

    views = group(commands, "views", "Keep filters of a dataset under names.")
    parser = command(views, "list", "List the saved views of a dataset.", _list)
    parser.add_argument("dataset")
    parser = command(views, "save", "Save a filter, or change the view of this name.", _save)
    parser.add_argument("dataset")
    parser.add_argument("name")
    _add_filter(parser)
    parser = command(views, "delete", "Remove a view; its samples stay.", _delete)
    parser.add_argument("dataset")
    parser.add_argument("view", help="name or id")


def _add_filter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--label", action="append", default=[], metavar="NAME", help="showing any of these labels"
    )
    parser.add_argument(
        "--tag", action="append", default=[], metavar="NAME", help="with any of these tags"
    )
    state = parser.add_mutually_exclusive_group()
    state.add_argument("--labelled", action="store_true")
    state.add_argument("--unlabelled", action="store_true")
    parser.add_argument("--search", help="words in the name or at the beginning of the text")
    parser.add_argument("--source", choices=("human", "import", "model"), help="of a label")
    parser.add_argument("--version", help="in this version")
    parser.add_argument("--split", choices=("train", "validation", "test"), help="of the version")
    parser.add_argument(
        "--range", help="MEASURE:LOW:HIGH, such as width:640: or seconds::10",
        action="append", default=[],
    )  # fmt: skip
    parser.add_argument("--order", default=None, help="such as name, -created_at, -bytes")


def _filter(client: Client, options: argparse.Namespace) -> dict[str, Any]:
    """Return the filter that the arguments name, with labels and tags by their ids."""
    wanted = {name: getattr(options, name) for name in ("search", "source", "version", "split")}
    wanted["labelled"] = options.labelled or None
    wanted["unlabelled"] = options.unlabelled or None
    wanted["range"] = options.range or None
    if options.label:
        wanted["label"] = _ids(options.label, client.datasets.labels(options.dataset), "label")
    if options.tag:
        wanted["tag"] = _ids(options.tag, client.datasets.tags(options.dataset), "tag")
    return {name: value for name, value in wanted.items() if value is not None}


def _ids(names: list[str], rows: list[dict[str, Any]], kind: str) -> list[str]:
    """Return the ids of names.

    Raises:
        ValueError: when the dataset has no such name.
    """
    known = {row["name"]: row["id"] for row in rows}
    for name in names:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise ValueError(f"The dataset has no {kind} '{name}'. It has: {listed}.")
    return [known[name] for name in names]


def _samples(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        wanted, order = _filter(client, options), options.order
        if options.view:
            view = _find(client, options.dataset, options.view)
            asked = {name: value for name, value in view["query"].items() if value}
            wanted, order = {**asked, **wanted}, order or view["ordering"]
        rows = client.datasets.samples(options.dataset, **wanted, ordering=order)
        limited = rows if not options.limit else (row for _, row in zip(range(options.limit), rows))
        output.table(limited, _SAMPLE)


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table(client.datasets.views(options.dataset), _VIEW)


def _save(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        fields: dict[str, Any] = {"query": _filter(client, options)}
        if options.order:
            fields["ordering"] = options.order
        views = client.datasets.views(options.dataset)
        known = next((view for view in views if view["name"] == options.name), None)
        if known is None:
            view = client.datasets.save_view(options.dataset, name=options.name, **fields)
        else:
            view = client.saved_views.update(known["id"], **fields)
    output.table([view], _VIEW)


def _delete(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        view = _find(client, options.dataset, options.view)
        client.saved_views.delete(view["id"])
    output.table([view], _VIEW)


def _find(client: Client, dataset: str, named: str) -> dict[str, Any]:
    """Return a view by its name or id.

    Raises:
        ValueError: when there is none.
    """
    views = client.datasets.views(dataset)
    for view in views:
        if named in (view["name"], view["id"]):
            return view
    listed = ", ".join(view["name"] for view in views) or "none"
    raise ValueError(f"The dataset has no view '{named}'. It has: {listed}.")
