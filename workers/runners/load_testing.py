"""The kind of job that tests the load of an endpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.load_tests.services.ingestion import Mark, complete_test, handle_of, ingest
from backend.load_tests.services.launching import prepare_test
from workers.identity import installation_of
from workers.launchers.choosing import chosen_launcher
from workers.launchers.launcher import Handle, Launcher, Order
from workers.runners.orders import order_of, work_folder


class LoadTesting:
    """``engine load-test``; what the model server uses is read between its stages."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the request, and sign the token."""
        return order_of(job.id, "load-test", prepare_test(job_id=job.id, folder=folder))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Keep the stages that are over."""
        rests = [one for one in events if one.kind == "phase" and one.data["phase"] == "measure"]
        mark = _mark(job, rests[-1]) if rests else None
        ingest(job_id=job.id, work=work_folder(job.id), mark=mark)

    def complete(
        self, job: ClaimedJob, work: Path, finish: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Keep the last ones."""
        complete_test(job_id=job.id, work=work, finish=finish)


def _mark(job: ClaimedJob, rest: NewEvent) -> Mark:
    handle = handle_of(job.id)
    usage = _launcher().usage(Handle(handle)) if handle else None
    return Mark(rest.created_at, handle, None if usage is None else usage.cpu_seconds)


@cache
def _launcher() -> Launcher:
    return chosen_launcher(installation_of(settings.ENVIRONMENT.data))
