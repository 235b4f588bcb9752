"""Word from the backend that there is something to do."""

from __future__ import annotations

from uuid import UUID

from backend.jobs.contracts import names
from workers.app import app, executor


@app.task(name=names.RUN_JOB)
def run_job(job_id: str) -> None:
    """Start a job if it is its turn; else it is found again when a slot is free."""
    executor.take(UUID(job_id))


@app.task(name=names.SYNC_DEPLOYMENT)
def sync_deployment(deployment_id: str) -> None:
    """Look at the model servers now rather than in a few seconds."""
    del deployment_id
    executor.wake.set()
