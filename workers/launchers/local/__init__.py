"""Processes on this machine."""

from __future__ import annotations

from django.conf import settings

from workers.launchers.launcher import Launcher
from workers.launchers.local.launcher import LocalLauncher


def make_launcher(installation: str) -> Launcher:
    """Return the launcher of an installation's processes on this machine."""
    return LocalLauncher(installation, settings.ENVIRONMENT.engine_command)
