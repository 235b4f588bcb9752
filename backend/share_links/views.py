"""Share links over HTTP, for those who may make them."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts import EndpointRow
from backend.deployments.selectors import require_deployment
from backend.share_links import selectors
from backend.share_links import serializers as shapes
from backend.share_links.services import links


class ShareLinkList(View):
    """``/deployments/{id}/share-links``."""

    @operation(
        "list_share_links",
        response=shapes.ShareLinkSerializer(many=True),
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> Response:
        """List the share links of an endpoint, newest first."""
        return self.page(
            selectors.list_links(deployment_id=deployment.id),
            shapes.ShareLinkSerializer,
            complete=selectors.views_of,
        )

    @operation(
        "create_share_link",
        body=shapes.ShareLinkCreateSerializer,
        response=shapes.ShareLinkSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def post(self, request: Request, deployment: EndpointRow) -> object:
        """Create a link by which guests without an account try an endpoint."""
        fields = self.body(shapes.ShareLinkCreateSerializer)
        return links.create_link(deployment=deployment, created_by=self.caller, **fields)


class ShareLinkDetail(View):
    """``/deployments/{id}/share-links/{id}``."""

    @operation(
        "update_share_link",
        body=shapes.ShareLinkUpdateSerializer,
        response=shapes.ShareLinkSerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def patch(self, request: Request, deployment: EndpointRow, share_link_id: UUID) -> object:
        """Update a share link, whose address stays."""
        fields = self.body(shapes.ShareLinkUpdateSerializer)
        return links.change_link(
            deployment=deployment, link_id=share_link_id, changed_by=self.caller, **fields
        )

    @operation("revoke_share_link", status=204, least=Role.DEVELOPER, about=require_deployment)
    def delete(self, request: Request, deployment: EndpointRow, share_link_id: UUID) -> None:
        """Revoke a share link, which is refused at once."""
        links.revoke_link(deployment=deployment, link_id=share_link_id, revoked_by=self.caller)
