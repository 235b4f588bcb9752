"""Serve model packages over HTTP: no torch, no Django, no database in the request path."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``serve`` with command-line arguments and return the exit status."""
    from engine.serving.command import main as run

    return run(argv)
