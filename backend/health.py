"""How the installation is: its database, disk, files and queue."""

from __future__ import annotations

import logging
from typing import Any

from django.db import Error, connection
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from backend.api.room import Room, keep_reserve, room
from backend.api.schema import operation
from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from backend.api.views import View
from backend.files.services.backends import store_responds
from backend.files.services.rounds import round_state
from backend.jobs.contracts import QueueState
from backend.jobs.selectors import queue_state

logger = logging.getLogger(__name__)

VERSION = "0.1.0"
STATES = ("ok", "degraded", "failed")


class DiskSerializer(OutputSerializer):
    """The disk of the data folder; nothing large is taken in while it is full."""

    is_full = serializers.BooleanField()
    free_bytes = serializers.IntegerField()
    total_bytes = serializers.IntegerField()
    reserve_bytes = serializers.IntegerField()


QueueSerializer = serializer_of(QueueState, "Queue")


class FilesSerializer(OutputSerializer):
    """What the reading of all files found; ``completed_at`` is when it last came to their end."""

    num_damaged = serializers.IntegerField()
    completed_at = serializers.DateTimeField(allow_null=True)


class HealthSerializer(OutputSerializer):
    """``degraded``: it can be used, and something has to be looked after."""

    status = serializers.ChoiceField(STATES)
    version = serializers.CharField()
    database = serializers.BooleanField()
    store = serializers.BooleanField()
    disk = DiskSerializer()
    files = FilesSerializer(allow_null=True)
    queue = QueueSerializer(allow_null=True)


class HealthView(View):
    """``/health``."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation("get_health", response=HealthSerializer, public=True)
    def get(self, request: Request) -> Response:
        """Get the health of database, disk, files and queue; 503 when the database is down."""
        keep_reserve()
        found = room()
        database = _database_works()
        files = store_responds()
        queue = queue_state() if database else None
        read = round_state() if database else None
        is_damaged = read is not None and read.num_damaged > 0
        has_worker = queue is not None and queue.has_worker
        is_well = files and not found.is_full and has_worker and not is_damaged
        status = "failed" if not database else "ok" if is_well else "degraded"
        response = HealthSerializer(
            {
                "status": status,
                "version": VERSION,
                "database": database,
                "store": files,
                "disk": _disk(found),
                "files": read,
                "queue": queue,
            }
        )
        return Response(response.data, status=200 if database else 503)


def _disk(found: Room) -> dict[str, Any]:
    return {
        "is_full": found.is_full,
        "free_bytes": found.free_bytes,
        "total_bytes": found.total_bytes,
        "reserve_bytes": found.reserve_bytes,
    }


def _database_works() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (Error, OSError) as error:
        logger.warning("unhealthy", extra={"reason": str(error)})
        return False
    return True
