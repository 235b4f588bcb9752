"""Stored calls over HTTP."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.errors import NotFound
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts import EndpointRow
from backend.deployments.selectors import require_deployment, storing_endpoint
from backend.files.services.responses import file_response, image_response
from backend.stored_calls import selectors
from backend.stored_calls import serializers as shapes
from backend.stored_calls.models import StoredCall
from backend.stored_calls.services import adding, keeping


class StoredCallList(View):
    """``/deployments/{id}/stored-calls``."""

    @operation(
        "list_stored_calls",
        query=shapes.StoredCallQuery,
        response=shapes.StoredCallSerializer(many=True),
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> Response:
        """List the stored calls of an endpoint: the newest, or the least certain first."""
        query = self.query(shapes.StoredCallQuery)
        ordering = query.pop("ordering")
        return self.page(
            selectors.list_calls(deployment_id=deployment.id, **query),
            shapes.StoredCallSerializer,
            ordering=(ordering, "-id" if ordering.startswith("-") else "id"),
            complete=selectors.complete,
        )

    @operation(
        "delete_stored_calls",
        body=shapes.CallsToDeleteSerializer,
        status=204,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def delete(self, request: Request, deployment: EndpointRow) -> None:
        """Delete stored calls for good; samples that they became stay."""
        fields = self.body(shapes.CallsToDeleteSerializer)
        keeping.delete_calls(
            deployment_id=deployment.id, ids=fields.get("call_ids"), deleted_by=self.caller
        )


class StoredCallsSummaryView(View):
    """``/deployments/{id}/stored-calls/summary``."""

    @operation(
        "get_stored_calls_summary",
        response=shapes.StoredCallsSummarySerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> object:
        """Get how many calls are stored and why, and how often their results were right."""
        return selectors.summary_of(deployment.id)


class StoredCallsAdding(View):
    """``/deployments/{id}/stored-calls/add``."""

    @operation(
        "add_stored_calls",
        body=shapes.CallsToAddSerializer,
        response=shapes.AddedCallsSerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def post(self, request: Request, deployment: EndpointRow) -> object:
        """Add stored calls to a dataset, to be corrected there and learnt from."""
        fields = self.body(shapes.CallsToAddSerializer)
        endpoint = storing_endpoint(deployment.id)
        assert endpoint is not None, "who may see it has found it"
        return adding.add_to_dataset(endpoint=endpoint, caller=self.caller, **fields)


class StoredCallFile(View):
    """``/stored-calls/{id}/file``."""

    content_negotiation_class = OneForm

    @operation(
        "get_stored_call_file",
        query=shapes.StoredCallFileQuery,
        response={"*/*": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=selectors.require_call,
    )
    def get(self, request: Request, call: StoredCall) -> HttpResponseBase:
        """Get the file of a stored call, or a thumbnail of it."""
        if call.blob_id is None:
            raise NotFound("The call brought no file.", code="no_file")
        size = self.query(shapes.StoredCallFileQuery).get("size")
        if size is None:
            return file_response(request._request, sha256=call.blob_id)
        return image_response(request._request, sha256=call.blob_id, size=size)
