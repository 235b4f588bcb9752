"""Shapes of channels."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, NameField, StrictCharField, StrictUUIDField
from backend.api.shapes import serializer_of
from backend.webhooks.contracts import (
    DELIVERY_STATES,
    KINDS,
    LANGUAGES,
    Answer,
    ChannelSecret,
    ChannelView,
    CreatedChannelView,
    DeliveryView,
)

ChannelSerializer = serializer_of(
    ChannelView, "Channel", kind=serializers.ChoiceField(choices=KINDS)
)


CreatedChannelSerializer = serializer_of(
    CreatedChannelView, "CreatedChannel", extends=ChannelSerializer
)


ChannelSecretSerializer = serializer_of(ChannelSecret)


ChannelAnswerSerializer = serializer_of(Answer, "ChannelAnswer")


DeliverySerializer = serializer_of(
    DeliveryView,
    "Delivery",
    state=serializers.ChoiceField(choices=DELIVERY_STATES),
    last_answer=ChannelAnswerSerializer(allow_null=True),
)


class ChannelQuery(serializers.Serializer[Any]):
    """Which channels to list: of a project, those that its alerts go through."""

    organisation = serializers.UUIDField()
    project = serializers.UUIDField(required=False)


class ChannelCreateSerializer(InputSerializer):
    """A channel to make: ``member_id`` for e-mail, ``address`` for all others.

    Without ``project_id`` it is told of all projects. ``secret`` is that of a DingTalk robot whose
    security setting asks for a signature.
    """

    organisation_id = StrictUUIDField()
    project_id = StrictUUIDField(required=False, allow_null=True)
    kind = serializers.ChoiceField(choices=KINDS)
    name = NameField(max_length=120)
    address = StrictCharField(max_length=2000, required=False)
    member_id = StrictUUIDField(required=False)
    secret = StrictCharField(max_length=200, required=False)
    language = serializers.ChoiceField(choices=LANGUAGES, default="en")


class ChannelUpdateSerializer(InputSerializer):
    """What may change of a channel: ``member_id`` for e-mail, ``address`` for all others."""

    kind = serializers.ChoiceField(choices=KINDS, required=False)
    name = NameField(max_length=120, required=False)
    address = StrictCharField(max_length=2000, required=False)
    member_id = StrictUUIDField(required=False)
    secret = StrictCharField(max_length=200, required=False)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)
