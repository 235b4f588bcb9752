"""Shapes of people, organisations and keys."""

from __future__ import annotations

from rest_framework import serializers

from backend.accounts.models import Role
from backend.accounts.overview import OrganisationOverview
from backend.accounts.selectors import Session
from backend.accounts.services.reset_links import ResetLink
from backend.api.people import PersonSerializer
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of

LANGUAGES = ("en", "zh-CN")
SCOPES = ("read", "write", "admin")


class UserSerializer(OutputSerializer):
    """A person."""

    id = serializers.UUIDField()
    email = serializers.CharField()
    name = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)
    created_at = serializers.DateTimeField()


class OrganisationRefSerializer(OutputSerializer):
    """An organisation by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class SessionMembershipSerializer(OutputSerializer):
    """One of the organisations that the person belongs to; ``id`` is the membership's."""

    id = serializers.UUIDField()
    organisation = OrganisationRefSerializer()
    role = serializers.ChoiceField(Role.choices)


SessionSerializer = serializer_of(
    Session,
    user=UserSerializer(allow_null=True),
    memberships=SessionMembershipSerializer(many=True),
)


class SignInSerializer(InputSerializer):
    """Sign in with e-mail address and password."""

    email = StrictCharField(max_length=254)
    password = StrictCharField(max_length=200, trim_whitespace=False)


class SignUpSerializer(InputSerializer):
    """A new person with a new organisation or an invitation."""

    email = StrictCharField(max_length=254)
    password = StrictCharField(max_length=200, trim_whitespace=False)
    name = NameField(max_length=120)
    organisation_name = NameField(max_length=120, required=False)
    invitation_token = StrictCharField(max_length=100, required=False)


class PasswordChangeSerializer(InputSerializer):
    """The old and the new password."""

    current = StrictCharField(max_length=200, trim_whitespace=False)
    new = StrictCharField(max_length=200, trim_whitespace=False)
    keep_api_keys = StrictBooleanField(default=False)


class SignedInSerializer(OutputSerializer):
    """A place where one is signed in."""

    id = serializers.UUIDField()
    device = serializers.CharField(allow_blank=True)
    address = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField()
    is_current = serializers.BooleanField()


class PasswordResetSerializer(OutputSerializer):
    """Whom a link lets choose a password."""

    email = serializers.CharField()


class PasswordLinkRequestSerializer(InputSerializer):
    """Whose password was forgotten."""

    email = StrictCharField(max_length=254)


PasswordLinkSerializer = serializer_of(ResetLink, "PasswordLink")


class NewPasswordSerializer(InputSerializer):
    """A password to have."""

    password = StrictCharField(max_length=200, trim_whitespace=False)
    keep_api_keys = StrictBooleanField(default=False)


class UserChangeSerializer(InputSerializer):
    """What people may change about themselves."""

    name = NameField(max_length=120, required=False)
    language = serializers.ChoiceField(LANGUAGES, required=False)
    password = PasswordChangeSerializer(required=False)


OrganisationSerializer = serializer_of(OrganisationOverview, "Organisation")


class OrganisationNameSerializer(InputSerializer):
    """The name of an organisation."""

    name = NameField(max_length=120)


class MemberUserSerializer(OutputSerializer):
    """The person behind a membership."""

    id = serializers.UUIDField()
    email = serializers.CharField()
    name = serializers.CharField()


class MembershipSerializer(OutputSerializer):
    """A person's role in an organisation."""

    id = serializers.UUIDField()
    user = MemberUserSerializer()
    role = serializers.ChoiceField(Role.choices)
    created_at = serializers.DateTimeField()


class RoleChangeSerializer(InputSerializer):
    """A member's new role."""

    role = serializers.ChoiceField(Role.choices)


class InvitationSerializer(OutputSerializer):
    """An invitation by e-mail address."""

    id = serializers.UUIDField()
    email = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    expires_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    invited_by = PersonSerializer()


class NewInvitationSerializer(InputSerializer):
    """Whom to invite, as what."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(Role.choices)


class CreatedInvitationSerializer(InvitationSerializer):
    """A new invitation with its secret, which is shown this once."""

    token = serializers.CharField()
    url = serializers.CharField()


class InvitationOfferSerializer(OutputSerializer):
    """What the invited person sees before accepting."""

    organisation = OrganisationRefSerializer()
    email = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    expires_at = serializers.DateTimeField()


class ApiKeySerializer(OutputSerializer):
    """A personal API key without its secret."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    organisation_id = serializers.UUIDField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class CreatedApiKeySerializer(ApiKeySerializer):
    """A new API key with its secret, which is shown this once."""

    secret = serializers.CharField()


class NewApiKeySerializer(InputSerializer):
    """A key to make."""

    organisation_id = StrictUUIDField()
    name = NameField(max_length=120)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), allow_empty=False, max_length=3
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True)
