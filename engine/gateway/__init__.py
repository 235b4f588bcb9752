"""One address for many deployments: who may call how much, and which revision answers.

No Django, no database, no torch and no inference runtime: model servers stand behind it.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``gateway`` with command-line arguments and return the exit status."""
    from engine.gateway.command import main as run

    return run(argv)
