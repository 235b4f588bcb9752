"""Stops every model server of this installation: ``python -m workers.halt``.

They outlive the workers on purpose; this is for when the whole installation stops. Their rows
still say that they should run, so the next start brings them back.
"""

from __future__ import annotations

import os
import signal
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

import django

django.setup()

from backend.deployments.services import serving
from workers.launchers.launcher import Handle
from workers.launchers.local import LocalLauncher

GRACE_SECONDS = 30.0


def main() -> None:
    """Ask all model servers to drain, and end those that take too long."""
    launcher = LocalLauncher()
    servers = [server for server in serving.list_servers() if server.handle is not None]
    handles = [Handle.from_json(server.handle) for server in servers if server.handle is not None]
    for handle in handles:
        launcher.signal(handle, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while time.monotonic() < deadline and any(launcher.ended(one) is None for one in handles):
        time.sleep(0.1)
    for handle in handles:
        launcher.kill(handle)
    for server in servers:
        serving.note_server(server, handle=None, state="starting")


if __name__ == "__main__":
    main()
