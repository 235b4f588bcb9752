"""What the tables of a dataset, or of a frozen version, hold."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.selectors import tables as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.versions import require_version
from backend.datasets.serializers import tables as shapes


class TableView(View):
    """``/datasets/{id}/table``."""

    @operation(
        "datasets_table_retrieve",
        query=shapes.TableQuerySerializer,
        answer=shapes.TableSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request, dataset_id: UUID) -> Response:
        """Show the columns of a table, what they seem to hold, and its first rows."""
        dataset = require_dataset(caller=self.caller, dataset_id=dataset_id)
        sample_id = self.query(shapes.TableQuerySerializer).get("sample")
        table = selectors.table_of(dataset=dataset, sample_id=sample_id)
        return Response(shapes.TableSerializer(table).data)


class VersionTableView(View):
    """``/dataset-versions/{id}/table``."""

    @operation("dataset_versions_table_retrieve", answer=shapes.TableSerializer, least=Role.VIEWER)
    def get(self, request: Request, version_id: UUID) -> Response:
        """Show the columns of a frozen version's tables, and the first rows of one."""
        version = require_version(caller=self.caller, version_id=version_id)
        return Response(shapes.TableSerializer(selectors.table_of_version(version=version)).data)
