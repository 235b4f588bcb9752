"""Reads about the audit log."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from backend.audit.models import AuditEntry


def entries_of(*, organisation_id: UUID) -> QuerySet[AuditEntry]:
    """Return the log of an organisation."""
    return AuditEntry.objects.filter(organisation_id=organisation_id).select_related("actor")


def recent_entries(*, project_id: UUID, limit: int = 20) -> list[AuditEntry]:
    """Return what was done last in a project."""
    rows = AuditEntry.objects.filter(project_id=project_id).select_related("actor")
    return list(rows.order_by("-created_at", "-id")[:limit])


def details_of(*, action: str, target_id: UUID) -> dict[str, object] | None:
    """Return what was noted of the last act of a kind on something, ``None`` without one."""
    rows = AuditEntry.objects.filter(action=action, target_id=target_id).order_by("-created_at")
    return rows.values_list("details", flat=True).first()
