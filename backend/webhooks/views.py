"""Channels over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.accounts.selectors import require_role
from backend.api.schema import operation
from backend.api.views import View
from backend.webhooks import selectors
from backend.webhooks import serializers as shapes
from backend.webhooks.models import Channel
from backend.webhooks.services import channels, testing


class ChannelList(View):
    """``/channels``."""

    @operation(
        "list_channels",
        query=shapes.ChannelQuery,
        response=shapes.ChannelSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the channels that alerts are sent to, newest first."""
        query = self.query(shapes.ChannelQuery)
        return self.page(
            selectors.list_channels(caller=self.caller, **query),
            shapes.ChannelSerializer,
            complete=selectors.views_of,
        )

    @operation(
        "create_channel",
        body=shapes.ChannelCreateSerializer,
        response=shapes.CreatedChannelSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_role,
        named="organisation_id",
    )
    def post(self, request: Request, role: Role) -> object:
        """Create a channel; the secret that signs what a webhook gets is in this response only."""
        fields = self.body(shapes.ChannelCreateSerializer)
        return channels.create_channel(made_by=self.caller, **fields)


class ChannelDetail(View):
    """``/channels/{id}``."""

    @operation(
        "update_channel",
        body=shapes.ChannelUpdateSerializer,
        response=shapes.CreatedChannelSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_channel,
    )
    def patch(self, request: Request, channel: Channel) -> object:
        """Update a channel; one that becomes a webhook gets a secret, in this response only."""
        fields = self.body(shapes.ChannelUpdateSerializer)
        return channels.change_channel(channel=channel, changed_by=self.caller, **fields)

    @operation("delete_channel", status=204, least=Role.DEVELOPER, about=selectors.require_channel)
    def delete(self, request: Request, channel: Channel) -> None:
        """Delete a channel, and what waits to be sent through it."""
        channels.delete_channel(channel=channel, deleted_by=self.caller)


class ChannelTest(View):
    """``/channels/{id}/test``."""

    @operation(
        "test_channel",
        response=shapes.ChannelAnswerSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_channel,
    )
    def post(self, request: Request, channel: Channel) -> object:
        """Test a channel: send something through it, and return the response, within 10 s."""
        return testing.send_test(channel=channel, caller=self.caller)


class ChannelSecretView(View):
    """``/channels/{id}/secret``."""

    @operation(
        "rotate_channel_secret",
        response=shapes.ChannelSecretSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_channel,
    )
    def post(self, request: Request, channel: Channel) -> object:
        """Rotate the secret of a webhook; the one before signs nothing from now on."""
        return channels.rotate_secret(channel=channel, rotated_by=self.caller)


class DeliveryList(View):
    """``/channels/{id}/deliveries``."""

    @operation(
        "list_deliveries",
        response=shapes.DeliverySerializer(many=True),
        least=Role.DEVELOPER,
        about=selectors.require_channel,
    )
    def get(self, request: Request, channel: Channel) -> Response:
        """List what was sent through a channel in the last 30 days, and what waits."""
        return self.page(
            selectors.list_deliveries(channel_id=channel.id),
            shapes.DeliverySerializer,
            complete=selectors.deliveries_of,
        )
