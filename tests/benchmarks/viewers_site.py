"""A job that goes on saying something, for ``viewers``: made, told of, and fed until killed.

``python -m tests.benchmarks.viewers_site`` prints one JSON object, and then adds an event and
progress twice a second.
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import UTC, datetime

import django

SECRET = "ek_viewers"
EVERY_SECONDS = 0.5


def main() -> None:
    """Make the rows, say where they are, and let the job speak."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")
    django.setup()
    # Models are there once Django is set up.
    from backend.accounts.models import ApiKey, Membership, Organisation, Role, User
    from backend.accounts.secrets import digest
    from backend.jobs.contracts import NewEvent
    from backend.jobs.models import Job
    from backend.jobs.services import lifecycle
    from backend.projects.models import Project

    user = User.objects.create_user(email="viewers@example.com", password=None)
    organisation = Organisation.objects.create(name="Viewers")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    ApiKey.objects.create(
        user=user,
        organisation=organisation,
        name="viewers",
        prefix=SECRET,
        sha256=digest(SECRET),
        scopes=["read"],
    )
    project = Project.objects.create(
        organisation=organisation, name="Viewers", task="image.classification"
    )
    job = Job.objects.create(
        organisation=organisation,
        project=project,
        kind="train",
        resource="compute",
        subject_id=project.id,
        title="Watched",
    )
    lifecycle.claim_job(job_id=job.id, worker="viewers")
    found = {"job": str(job.id), "organisation": str(organisation.id), "secret": SECRET}
    print(json.dumps(found), flush=True)
    for number in range(1, sys.maxsize):
        data = {"phase": "train", "done": number, "total": 1_000_000, "eta_seconds": 1.0}
        event = NewEvent("progress", data, datetime.now(UTC))
        lifecycle.record_events(job_id=job.id, worker="viewers", events=[event])
        time.sleep(EVERY_SECONDS)


if __name__ == "__main__":
    main()
