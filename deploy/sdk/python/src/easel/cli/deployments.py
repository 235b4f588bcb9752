"""``easel deploy`` and ``easel deployments``."""

from __future__ import annotations

import argparse

from easel.cli.arguments import Commands, command, group
from easel.cli.credentials import connect
from easel.cli.output import Output

_COLUMNS = ("id", "name", "state", "replicas", "model_version.number", "url")


def add_commands(commands: Commands) -> None:
    """Add ``deploy`` and ``deployments``."""
    parser = command(commands, "deploy", "Publish a model version as an endpoint.", _deploy)
    parser.add_argument("model_version")
    parser.add_argument("--name", required=True)
    parser.add_argument("--suffix", required=True, help="last part of the address")
    parser.add_argument("--replicas", type=int, default=1)

    deployments = group(commands, "deployments", "Look after published endpoints.")
    parser = command(deployments, "list", "List the endpoints of a project.", _list)
    parser.add_argument("--project", required=True)
    for action, help_ in (("stop", "Stop an endpoint."), ("start", "Start it again.")):
        parser = command(deployments, action, help_, _act)
        parser.add_argument("deployment")
        parser.set_defaults(action=action)
    parser = command(deployments, "replace", "Put another version behind it.", _replace)
    parser.add_argument("deployment")
    parser.add_argument("model_version")
    parser = command(deployments, "token", "Issue an access token.", _token)
    parser.add_argument("deployment")
    parser.add_argument("--seconds", type=int, default=30 * 24 * 3600)


def _deploy(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        deployment = client.deployments.create(
            model_version_id=options.model_version,
            name=options.name,
            suffix=options.suffix,
            replicas=options.replicas,
        )
        deployment = client.deployments.wait_until_running(deployment["id"])
    output.table([deployment], _COLUMNS)


def _list(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table(client.deployments.list(project=options.project), _COLUMNS)


def _act(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        output.table([client.deployments.act(options.deployment, options.action)], _COLUMNS)


def _replace(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        client.deployments.update(options.deployment, model_version_id=options.model_version)
        deployment = client.deployments.wait_until_running(options.deployment)
    output.table([deployment], _COLUMNS)


def _token(options: argparse.Namespace, output: Output) -> None:
    with connect() as client:
        token = client.deployments.act(
            options.deployment, "tokens", expires_in_seconds=options.seconds
        )
    # What is as long as a page comes last.
    output.table([token], ("expires_at", "access_token"))
