"""Stops the processes that outlive workers: ``python -m workers.shutdown``.

Model servers outlive them on purpose, and so does the process of a job whose worker was killed;
this is for when the whole installation stops. Their rows still say that they should run, so the
next start brings them back.
"""

from __future__ import annotations

import os
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

import django

django.setup()

from django.conf import settings

from backend.deployments.services import routing, serving
from backend.jobs.services import lifecycle
from workers.identity import installation_of, may_live
from workers.launchers.choosing import chosen_launcher
from workers.launchers.launcher import Handle
from workers.servers import spec_file

GRACE_SECONDS = 30.0


def main() -> None:
    """Ask all of them to end well, and end those that take too long."""
    installation = installation_of(settings.ENVIRONMENT.data)
    launcher = chosen_launcher(installation)
    servers = serving.list_servers()
    handles = [Handle(server.handle) for server in servers if server.handle is not None]
    for server in servers:
        # Started by a worker that was killed before it could store the handle.
        lost = launcher.find(spec_file(server))
        if lost is not None:
            handles.append(lost)
    handles += _left_behind(installation)
    for handle in handles:
        launcher.stop(handle)
    deadline = time.monotonic() + GRACE_SECONDS
    while time.monotonic() < deadline and any(launcher.ended(one) is None for one in handles):
        time.sleep(0.1)
    for handle in handles:
        launcher.kill(handle)
    for server in servers:
        if server.handle is not None:
            serving.note_server(server, handle=None, state="starting")
    routing.settle()


def _left_behind(installation: str) -> list[Handle]:
    """Return the processes of jobs whose worker is gone; a worker that lives ends its own."""
    return [
        Handle(job.handle)
        for job in lifecycle.running_jobs()
        if job.handle is not None and not may_live(job.worker, installation, silent_seconds=0.0)
    ]


if __name__ == "__main__":
    main()
