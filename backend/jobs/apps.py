"""What jobs bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.jobs"

    def ready(self) -> None:
        """Register it."""
        from backend.jobs.selectors import is_busy
        from backend.jobs.services.jobs import cancel_jobs_of, delete_folders_of
        from backend.projects.contracts import ACTIVITIES, FOLDERS, STOPS

        STOPS.add("jobs", cancel_jobs_of)
        ACTIVITIES.add("A job", is_busy)
        FOLDERS.add("jobs", delete_folders_of)
