"""The audit log."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.models import Role
from backend.accounts.selectors import require_role
from backend.api.schema import operation
from backend.api.views import View
from backend.audit import selectors
from backend.audit.contracts import AuditEntrySerializer


class AuditView(View):
    """``/organisations/{id}/audit``."""

    @operation("list_audit_entries", response=AuditEntrySerializer(many=True), least=Role.ADMIN)
    def get(self, request: Request, organisation_id: UUID) -> Response:
        """List the audit entries of an organisation, newest first."""
        require_role(caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN)
        rows = selectors.entries_of(organisation_id=organisation_id)
        return self.page(rows, AuditEntrySerializer)
