"""Projects in the trash: nothing of them runs or answers, until they are taken out again."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.projects.contracts import STOPS
from backend.projects.models import Project
from backend.projects.services.projects import record


@transaction.atomic
def trash_project(*, project_id: UUID, trashed_by: Caller) -> None:
    """Move a project to the trash; nothing in it can be reached any more.

    Its searches, jobs and endpoints stop, and with the endpoints their keys and tokens.
    """
    project = Project.objects.select_for_update().get(id=project_id)
    stop_all(project_id=project_id, stopped_by_id=trashed_by.user_id)
    project.trashed_at = timezone.now()
    project.save(update_fields=["trashed_at", "updated_at"])
    record(project, trashed_by, "project.trashed", name=project.name)


@transaction.atomic
def stop_all(*, project_id: UUID, stopped_by_id: UUID | None) -> None:
    """End all that runs for a project; safe to repeat.

    The apps that stand above others come first: a search that has ended makes no jobs any more.
    """
    for stop in reversed(list(STOPS)):
        stop(project_id=project_id, stopped_by_id=stopped_by_id)


@transaction.atomic
def restore_project(*, project_id: UUID, restored_by: Caller) -> None:
    """Take a project out of the trash; what was stopped stays stopped until it is started.

    Raises:
        Conflict: ``project_purged`` when parts of it may be deleted already.
    """
    # Ordering a purge locks the row as well, so one of the two sees what the other did.
    project = Project.objects.select_for_update().get(id=project_id)
    if project.trashed_at is None:
        return
    if project.purge_started_at is not None:
        raise Conflict(
            f"The project '{project.name}' is being deleted for good. It cannot be restored.",
            code="project_purged",
        )
    project.trashed_at = None
    project.save(update_fields=["trashed_at", "updated_at"])
    record(project, restored_by, "project.restored", name=project.name)
