"""What projects bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.projects"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import FIGURES
        from backend.projects.selectors import num_projects

        FIGURES.add("num_projects", num_projects)
