"""What other apps may show of the audit log."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.people import PersonSerializer
from backend.api.serializers import OutputSerializer


class AuditEntrySerializer(OutputSerializer):
    """Who did what to what."""

    id = serializers.UUIDField()
    actor = PersonSerializer(allow_null=True)
    action = serializers.CharField()
    target_kind = serializers.CharField()
    target_id = serializers.UUIDField(allow_null=True)
    details = serializers.DictField(child=serializers.JSONField(allow_null=True))
    created_at = serializers.DateTimeField()
