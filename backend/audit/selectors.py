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
