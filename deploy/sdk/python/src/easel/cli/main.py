"""``easel``: packages on this machine, and everything the pages can do, from a shell.

Every command takes ``--json``. Exit status: 0 done, 1 refused or failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from easel.cli import (
    batches,
    datasets,
    deployments,
    evaluations,
    finetune,
    listing,
    login,
    models,
    predict,
    run,
    searching,
    shelf,
    training,
    versions,
    views,
)
from easel.cli.credentials import NotSignedIn
from easel.cli.output import Output
from easel.cli.parser import Parser
from easel.client.errors import ClientError
from easel.errors import EaselError
from easel.flags import parse

_MODULES = (
    *(run, listing, finetune, shelf),
    *(login, datasets, views, versions, training, searching, models, evaluations),
    *(deployments, predict, batches),
)


class _Version(argparse.Action):
    """Print which version is installed; looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it and end."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("easel")
        except PackageNotFoundError:
            found = "of a checkout, which is not installed"
        print(f"easel {found}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command."""
    description = "Run model packages on this machine, and drive an Easel server."
    parser = Parser(prog="easel", description=description)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in _MODULES:
        module.add_commands(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = parse(build_parser(), arguments)
    try:
        options.run(options, Output(options.json, options.field))
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ClientError, EaselError, NotSignedIn, OSError, TimeoutError, ValueError) as error:
        print(f"easel: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
