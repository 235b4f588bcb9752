"""What handed-out work brings to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class AssignmentsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.assignments"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import DEPARTURES
        from backend.assignments.selectors.access import in_assignment, may_see_content
        from backend.assignments.services.claims import leave_all
        from backend.datasets.contracts.conditions import CONDITIONS, CONTENT_READERS, Condition

        DEPARTURES.add("assignments", leave_all)
        CONDITIONS.add("assignment", Condition(in_assignment))
        CONTENT_READERS.add("assignments", may_see_content)
