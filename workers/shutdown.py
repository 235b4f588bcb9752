"""Stops the processes that outlive workers: ``python -m workers.shutdown``.

Model servers outlive them on purpose, and so does the process of a job whose worker was killed;
this is for when the whole installation stops. Their rows still say that they should run, so the
next start brings them back.
"""

from __future__ import annotations

import os
import signal
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

import django

django.setup()

from django.conf import settings

from backend.deployments.services import serving
from backend.jobs.services import lifecycle
from workers.identity import installation_of, may_live
from workers.launchers.launcher import Handle
from workers.launchers.local import LocalLauncher

GRACE_SECONDS = 30.0


def main() -> None:
    """Ask all of them to end well, and end those that take too long."""
    launcher = LocalLauncher(installation_of(settings.ENVIRONMENT.data))
    servers = serving.list_servers()
    handles = [Handle.from_json(server.handle) for server in servers if server.handle is not None]
    for server in servers:
        # Started by a worker that was killed before it could store the handle.
        lost = launcher.find(str(serving.server_folder(server) / "deployment.json"))
        if lost is not None:
            handles.append(lost)
    handles += _left_behind(launcher)
    for handle in handles:
        launcher.signal(handle, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while time.monotonic() < deadline and any(launcher.ended(one) is None for one in handles):
        time.sleep(0.1)
    for handle in handles:
        launcher.kill(handle)
    for server in servers:
        if server.handle is not None:
            serving.note_server(server, handle=None, state="starting")


def _left_behind(launcher: LocalLauncher) -> list[Handle]:
    """Return the processes of jobs whose worker is gone; a worker that lives ends its own."""
    return [
        Handle.from_json(job.handle)
        for job in lifecycle.running_jobs()
        if job.handle is not None and not may_live(job.worker, launcher, silent_seconds=0.0)
    ]


if __name__ == "__main__":
    main()
