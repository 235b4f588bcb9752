"""Shapes of share links."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.catalog import MEDIA, PREDICTION_KINDS
from backend.api.serializers import (
    InputSerializer,
    NameField,
    StrictCharField,
    StrictIntegerField,
)
from backend.api.shapes import serializer_of
from backend.share_links.contracts import (
    STATES,
    SharedEndpoint,
    SharedModel,
    ShareLinkView,
    SharePass,
)

LIFETIMES_DAYS = (7, 30, 90, 365)
MAX_DAILY_CALLS = 100_000

ShareLinkSerializer = serializer_of(
    ShareLinkView, "ShareLink", state=serializers.ChoiceField(choices=STATES)
)


SharedEndpointSerializer = serializer_of(
    SharedEndpoint,
    model=serializer_of(
        SharedModel,
        media=serializers.ChoiceField(choices=MEDIA),
        prediction=serializers.ChoiceField(choices=PREDICTION_KINDS),
    )(allow_null=True),
)


SharePassSerializer = serializer_of(SharePass)


class LifetimeField(StrictIntegerField):
    """So many days as people can choose from."""

    default_error_messages = {"lifetime_unknown": "Expected 7, 30, 90 or 365 days."}

    def to_internal_value(self, data: object) -> int:
        """Return the number of days.

        Raises:
            ValidationError: ``lifetime_unknown``, or when it is no number.
        """
        days = super().to_internal_value(data)
        if days not in LIFETIMES_DAYS:
            self.fail("lifetime_unknown")
        return days


class ShareLinkCreateSerializer(InputSerializer):
    """A link to make; it works for 7, 30, 90 or 365 days."""

    title = NameField(max_length=120)
    description = StrictCharField(max_length=500, default="", allow_blank=True)
    expires_in_days = LifetimeField(default=30)
    daily_calls = StrictIntegerField(min_value=1, max_value=MAX_DAILY_CALLS, default=1000)
    password = StrictCharField(
        min_length=6, max_length=128, trim_whitespace=False, required=False, allow_null=True
    )


class ShareLinkUpdateSerializer(InputSerializer):
    """What may change of a link; it expires so many days from now, and null takes the password."""

    title = NameField(max_length=120, required=False)
    description = StrictCharField(max_length=500, required=False, allow_blank=True)
    expires_in_days = LifetimeField(required=False)
    daily_calls = StrictIntegerField(min_value=1, max_value=MAX_DAILY_CALLS, required=False)
    password = StrictCharField(
        min_length=6, max_length=128, trim_whitespace=False, required=False, allow_null=True
    )

    def validate_password(self, password: str | None) -> str:
        """Return the password, empty for none: what is not given stays as it is."""
        return password or ""


class ShareLinkUnlockSerializer(InputSerializer):
    """The password of a page."""

    password = StrictCharField(max_length=128, trim_whitespace=False)
