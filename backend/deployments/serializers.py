"""What the API shows and takes about endpoints."""

from __future__ import annotations

from typing import Any

from django.core.validators import RegexValidator
from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.deployments.contracts import (
    DEPLOYMENT_STATES,
    AsyncPredictionsView,
    DeploymentView,
    EndpointError,
    EndpointName,
    RevisionView,
    SamplingView,
    ServedVersion,
)
from backend.deployments.models import Deployment
from backend.deployments.services.access import CreatedAccess
from backend.deployments.services.callers import CreatedToken
from backend.deployments.services.comparisons import ComparedRevision, Comparison
from backend.deployments.services.loads import DeploymentLoad
from backend.deployments.services.statistics import CallSummary
from engine.specs.gateway import LimitsSpec

SUFFIX = r"^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$"
DAY_SECONDS = 24 * 3600


ServedModelVersionSerializer = serializer_of(ServedVersion, "ServedModelVersion")


DeploymentErrorSerializer = serializer_of(EndpointError, "DeploymentError")


DeploymentSerializer = serializer_of(
    DeploymentView,
    model_version=ServedModelVersionSerializer(),
    desired_state=serializers.ChoiceField(choices=Deployment.DesiredState.choices),
    state=serializers.ChoiceField(choices=DEPLOYMENT_STATES),
    error=DeploymentErrorSerializer(allow_null=True),
    knows_callers=serializers.BooleanField(
        help_text="Whether the model server goes by the latest change of who may call."
    ),
)


EndpointNameSerializer = serializer_of(EndpointName)


class RevocationSerializer(OutputSerializer):
    """What was revoked while some model servers did not answer: those still accept it.

    They are told as soon as they answer; see ``knows_callers`` of the endpoints.
    """

    is_effective = serializers.BooleanField()
    deployments = EndpointNameSerializer(many=True)


class DeploymentQuery(serializers.Serializer[Any]):
    """Which endpoints to list."""

    project = serializers.UUIDField()


class DeploymentCreateSerializer(InputSerializer):
    """A model version to publish."""

    model_version_id = StrictUUIDField()
    name = NameField(max_length=120)
    suffix = StrictCharField(max_length=60, validators=[RegexValidator(SUFFIX)])
    replicas = StrictIntegerField(min_value=1, max_value=64, default=1)


class CallLimitsSerializer(InputSerializer):
    """How much may be called; what is missing or null is not limited."""

    requests_per_second = StrictFloatField(
        min_value=0.001, max_value=1e6, required=False, allow_null=True
    )
    burst = StrictIntegerField(min_value=1, max_value=10**6, required=False, allow_null=True)
    daily_quota = StrictIntegerField(min_value=0, max_value=10**12, required=False, allow_null=True)
    total_quota = StrictIntegerField(min_value=0, max_value=10**12, required=False, allow_null=True)

    def to_internal_value(self, data: Any) -> LimitsSpec:
        """Return the limits as the gateway goes by them.

        Raises:
            ValidationError: when one is wrong, or there is a burst of no rate.
        """
        limits = LimitsSpec.model_validate(super().to_internal_value(data))
        if limits.burst is not None and limits.requests_per_second is None:
            raise serializers.ValidationError(
                {"burst": "A burst belongs to a rate. Set requests_per_second, too."}
            )
        return limits


class SamplingUpdateSerializer(InputSerializer):
    """Which calls are stored with input and results, and for how long."""

    share = StrictFloatField(min_value=0, max_value=1, default=0)
    below_score = StrictFloatField(min_value=0, max_value=1, allow_null=True, default=None)
    on_disagreement = StrictBooleanField(default=False)
    on_request = StrictBooleanField(default=True)
    hidden_fields = serializers.ListField(
        child=StrictCharField(max_length=120), max_length=100, default=list
    )
    masks_contacts = StrictBooleanField(default=False)
    keep_days = StrictIntegerField(min_value=1, max_value=3660, default=30)
    max_megabytes = StrictIntegerField(min_value=1, max_value=10**6, default=1024)
    drift_share = StrictFloatField(min_value=0, max_value=1, default=0)

    def to_internal_value(self, data: Any) -> SamplingView:
        """Return it as it is kept.

        Raises:
            ValidationError: when something is wrong.
        """
        given = super().to_internal_value(data)
        return SamplingView(**{**given, "hidden_fields": tuple(given["hidden_fields"])})


class AsyncPredictionsUpdateSerializer(InputSerializer):
    """How asynchronous predictions are answered, and through which channels callers are told."""

    max_concurrent = StrictIntegerField(min_value=1, max_value=32, default=2)
    time_limit_minutes = StrictIntegerField(min_value=1, max_value=24 * 60, default=60)
    keep_hours = StrictIntegerField(min_value=1, max_value=168, default=24)
    channel_ids = serializers.ListField(child=StrictUUIDField(), max_length=50, default=list)

    def to_internal_value(self, data: Any) -> AsyncPredictionsView:
        """Return it as it is kept.

        Raises:
            ValidationError: when something is wrong.
        """
        given = super().to_internal_value(data)
        return AsyncPredictionsView(**{**given, "channel_ids": tuple(given["channel_ids"])})


class DeploymentUpdateSerializer(InputSerializer):
    """What may change of an endpoint in place."""

    name = NameField(max_length=120, required=False)
    replicas = StrictIntegerField(min_value=1, max_value=64, required=False)
    model_version_id = StrictUUIDField(required=False)
    limits = CallLimitsSerializer(required=False)
    rolls_back = StrictBooleanField(required=False)
    idle_minutes = StrictIntegerField(
        min_value=1, max_value=7 * 24 * 60, required=False, allow_null=True
    )
    sampling = SamplingUpdateSerializer(required=False, allow_null=True)
    async_predictions = AsyncPredictionsUpdateSerializer(required=False, allow_null=True)


DeploymentRevisionSerializer = serializer_of(
    RevisionView,
    "DeploymentRevision",
    model_version=ServedModelVersionSerializer(),
    state=serializers.ChoiceField(choices=DEPLOYMENT_STATES),
    error=DeploymentErrorSerializer(allow_null=True),
)


class RevisionCreateSerializer(InputSerializer):
    """A model version to put behind an endpoint beside others."""

    model_version_id = StrictUUIDField()
    replicas = StrictIntegerField(min_value=1, max_value=64, default=1)
    weight = StrictFloatField(min_value=0, max_value=100, default=0)
    is_shadow = StrictBooleanField(default=False)


class RevisionShareSerializer(InputSerializer):
    """The share of the calls in percent that a revision should get."""

    number = StrictIntegerField(min_value=1)
    weight = StrictFloatField(min_value=0, max_value=100, default=0)
    is_shadow = StrictBooleanField(default=False)


class TrafficSerializer(InputSerializer):
    """Shares that add up to 100; revisions that are not named get none."""

    revisions = RevisionShareSerializer(many=True, allow_empty=False)

    def validate_revisions(self, shares: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse a revision that is named twice.

        Raises:
            ValidationError: when one is.
        """
        numbers = [one["number"] for one in shares]
        if len(set(numbers)) < len(numbers):
            raise serializers.ValidationError("A revision is named twice.")
        return shares


class EndpointKeyCreateSerializer(InputSerializer):
    """A key to make; ``networks`` (CIDR) are where it may be used, anywhere without any."""

    name = NameField(max_length=120)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)
    limits = CallLimitsSerializer(required=False)
    networks = serializers.ListField(
        child=StrictCharField(max_length=50), max_length=50, default=list
    )


class EndpointKeySerializer(OutputSerializer):
    """A key that may call one endpoint; only its beginning is known."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)
    limits = CallLimitsSerializer()
    networks = serializers.ListField(child=serializers.CharField())


class CreatedEndpointKeySerializer(EndpointKeySerializer):
    """A key with its secret, which is shown once."""

    secret = serializers.CharField()


class AccessTokenCreateSerializer(InputSerializer):
    """How long a token is to last."""

    expires_in_seconds = StrictIntegerField(
        min_value=60, max_value=366 * DAY_SECONDS, default=30 * DAY_SECONDS
    )


class AccessTokenSerializer(OutputSerializer):
    """A token that was handed out."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


CreatedAccessTokenSerializer = serializer_of(CreatedToken, "CreatedAccessToken")


class StatisticsQuery(serializers.Serializer[Any]):
    """How far to look back."""

    hours = serializers.IntegerField(default=24, min_value=1, max_value=24 * 366)


CallStatisticsSerializer = serializer_of(CallSummary, "CallStatistics")
DeploymentLoadSerializer = serializer_of(DeploymentLoad)


class ComparisonQuery(StatisticsQuery):
    """Which two revisions to compare, and how far to look back."""

    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    other = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


ComparedRevisionSerializer = serializer_of(
    ComparedRevision, model_version=ServedModelVersionSerializer()
)


ComparisonSerializer = serializer_of(
    Comparison,
    "RevisionComparison",
    revision=ComparedRevisionSerializer(),
    other=ComparedRevisionSerializer(),
)


class ApplicationQuery(serializers.Serializer[Any]):
    """Which applications to list."""

    organisation = serializers.UUIDField()


class ApplicationCreateSerializer(InputSerializer):
    """A caller to register, for chosen deployments or for all of the organisation."""

    organisation_id = StrictUUIDField()
    name = NameField(max_length=120)
    deployment_ids = serializers.ListField(child=StrictUUIDField(), max_length=200, default=list)
    may_call_all = serializers.BooleanField(default=False)


class ApplicationSerializer(OutputSerializer):
    """A caller in the EasyDL manner."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    client_id = serializers.CharField()
    deployment_ids = serializers.ListField(child=serializers.UUIDField())
    may_call_all = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class CreatedApplicationSerializer(ApplicationSerializer):
    """A caller with its secret, which is shown once."""

    client_secret = serializers.CharField()


class AccessCreateSerializer(InputSerializer):
    """What a key and an application are called that are made together."""

    name = NameField(max_length=120)


CreatedAccessSerializer = serializer_of(
    CreatedAccess,
    key=CreatedEndpointKeySerializer(),
    application=CreatedApplicationSerializer(),
)
