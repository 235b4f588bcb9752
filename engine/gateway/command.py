"""The command line of ``gateway``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from easel.flags import parse

from engine.errors import EngineError
from engine.gateway.supervisor import supervise


def main(argv: Sequence[str] | None = None) -> int:
    """Keep a gateway and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine gateway",
        description="Answer for many deployments at one address: access, limits, shares of calls.",
    )
    parser.add_argument(
        "--spec",
        type=Path,
        required=True,
        help="gateway.json; SIGHUP reads it again, SIGUSR2 replaces the processes",
    )
    parser.add_argument(
        "--work", type=Path, required=True, help="folder for address, status, logs and counters"
    )
    options = parse(parser, argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    try:
        return supervise(options.spec, options.work)
    except EngineError as error:
        sys.stderr.write(f"{error.message}\n")
        return error.exit_status
