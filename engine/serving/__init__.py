"""Serve model packages over HTTP: no torch, no Django, no database in the request path."""

from __future__ import annotations

import os
from collections.abc import Sequence

from engine.specs.environment import OFF_LINE


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``serve`` with command-line arguments and return the exit status."""
    # Before the runtime is loaded, which the replicas' processes do too.
    os.environ.update(OFF_LINE)
    from engine.serving.command import main as run

    return run(argv)
