"""Build the Python SDK zip of a model version, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from uuid import UUID

from backend.api.errors import Unavailable
from backend.config.env import ROOT
from backend.model_registry.services.packages import temporary_file
from backend.model_registry.services.versions import package_folder, store_sdk
from workers.launchers.local.environment import python_environment

BUILDER = ROOT / "deploy" / "sdk" / "python" / "build.py"
TIMEOUT_SECONDS = 300.0


def build_sdk(version_id: UUID, report: Callable[[int, int], None]) -> None:
    """Build the zip and keep it with its version; building it again replaces it.

    Raises:
        Unavailable: ``sdk_build_failed`` with the builder's last words.
    """
    report(0, 1)
    target = temporary_file(".zip")
    try:
        # A library's own function in a process of its own, waited for: no command of the engine,
        # nothing to follow, resume or find again, so not for a launcher.
        done = subprocess.run(
            [sys.executable, str(BUILDER), str(package_folder(version_id=version_id)), str(target)],
            env=python_environment(),
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        if done.returncode != 0:
            words = done.stderr.strip().splitlines()[-1:] or ["nothing was said"]
            raise Unavailable(
                f"The SDK could not be built: {words[0][:500]}. Try again, or tell the "
                "administrator.",
                code="sdk_build_failed",
            )
        store_sdk(version_id=version_id, path=target)
    finally:
        target.unlink(missing_ok=True)
    report(1, 1)
