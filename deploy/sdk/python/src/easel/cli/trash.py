"""``easel projects delete``, ``restore`` and ``purge``: to the trash, back, and gone for good."""

from __future__ import annotations

import argparse

from easel.cli.arguments import Commands, command
from easel.cli.credentials import connect
from easel.cli.output import Output


def add_trash(projects: Commands) -> None:
    """Add what is done with projects nobody needs."""
    parser = command(projects, "delete", "Move a project to the trash.", _delete)
    parser.add_argument("project")
    parser = command(projects, "restore", "Take a project out of the trash.", _restore)
    parser.add_argument("project")
    parser = command(projects, "purge", "Delete a project in the trash for good.", _purge)
    parser.add_argument("project")
    parser.add_argument(
        "--name", help="the project's name; without it, what would go is printed and nothing done"
    )


def _delete(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        client.projects.delete(options.project)
    output.line("The project is in the trash. It can be restored until it is purged.")


def _restore(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        project = client.projects.act(options.project, "restore")
    output.table([project], ("id", "name", "task"))


def _purge(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        if options.name is None:
            preview = client.projects.purge_preview(options.project)
            output.table([preview], tuple(preview))
            output.line("Nothing was deleted. Pass the project's name with --name to delete it.")
            return
        job = client.projects.act(options.project, "purge", name=options.name)
        done = client.jobs.wait(job["id"], on_change=output.job)
    output.table([done["result"]], tuple(done["result"]))
