"""Organisations, their members and invitations."""

from __future__ import annotations

from uuid import UUID

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts import selectors
from backend.accounts import serializers as shapes
from backend.accounts.models import Role
from backend.accounts.overview import describe_organisation
from backend.accounts.services import invitations, organisations
from backend.api.schema import operation
from backend.api.views import View


class OrganisationsView(View):
    """``/organisations``."""

    @operation(
        "create_organisation",
        body=shapes.OrganisationNameSerializer,
        response=shapes.OrganisationSerializer,
        status=201,
        scope="session",
    )
    def post(self, request: Request) -> object:
        """Create an organisation; the caller becomes its owner."""
        fields = self.body(shapes.OrganisationNameSerializer)
        made = organisations.create_organisation(owner_id=self.caller.user_id, **fields)
        return describe_organisation(made.id, role=Role.OWNER)


class OrganisationView(View):
    """``/organisations/{id}``."""

    @operation("get_organisation", response=shapes.OrganisationSerializer, least=Role.VIEWER)
    def get(self, request: Request, organisation_id: UUID) -> object:
        """Get an organisation."""
        role = selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.VIEWER
        )
        return describe_organisation(organisation_id, role=role)

    @operation(
        "update_organisation",
        body=shapes.OrganisationNameSerializer,
        response=shapes.OrganisationSerializer,
        least=Role.ADMIN,
    )
    def patch(self, request: Request, organisation_id: UUID) -> object:
        """Update the name of an organisation."""
        role = selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        fields = self.body(shapes.OrganisationNameSerializer)
        organisations.rename_organisation(
            organisation_id=organisation_id, renamed_by=self.caller, **fields
        )
        return describe_organisation(organisation_id, role=role)


class MembersView(View):
    """``/organisations/{id}/members``."""

    @operation(
        "list_members",
        response=shapes.MembershipSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request, organisation_id: UUID) -> Response:
        """List the members of an organisation."""
        selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.VIEWER
        )
        rows = selectors.members_of(organisation_id=organisation_id)
        return self.page(rows, shapes.MembershipSerializer, ordering=("created_at", "id"))


class MemberView(View):
    """``/organisations/{id}/members/{id}``."""

    @operation(
        "update_member",
        body=shapes.RoleChangeSerializer,
        response=shapes.MembershipSerializer,
        least=Role.ADMIN,
    )
    def patch(self, request: Request, organisation_id: UUID, member_id: UUID) -> object:
        """Update the role of a member."""
        own_role = selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        membership = selectors.member_of(organisation_id=organisation_id, member_id=member_id)
        fields = self.body(shapes.RoleChangeSerializer)
        organisations.change_role(
            membership=membership, own_role=own_role, changed_by=self.caller, **fields
        )
        return membership

    @operation("delete_member", status=204, least=Role.CONTRIBUTOR, scope="admin")
    def delete(self, request: Request, organisation_id: UUID, member_id: UUID) -> None:
        """Remove a member, or leave an organisation."""
        own_role = selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.CONTRIBUTOR
        )
        membership = selectors.member_to_remove(
            caller=self.caller, organisation_id=organisation_id, member_id=member_id
        )
        organisations.remove_member(
            membership=membership, own_role=own_role, removed_by=self.caller
        )


class InvitationsView(View):
    """``/organisations/{id}/invitations``."""

    @operation(
        "list_invitations",
        response=shapes.InvitationSerializer(many=True),
        least=Role.ADMIN,
    )
    def get(self, request: Request, organisation_id: UUID) -> Response:
        """List the invitations of an organisation."""
        selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        rows = selectors.invitations_of(organisation_id=organisation_id)
        return self.page(rows, shapes.InvitationSerializer)

    @operation(
        "create_invitation",
        body=shapes.NewInvitationSerializer,
        response=shapes.CreatedInvitationSerializer,
        status=201,
        least=Role.ADMIN,
    )
    def post(self, request: Request, organisation_id: UUID) -> object:
        """Create an invitation; token and address are shown only now."""
        own_role = selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        fields = self.body(shapes.NewInvitationSerializer)
        return invitations.invite(
            organisation_id=organisation_id, own_role=own_role, invited_by=self.caller, **fields
        )


class InvitationView(View):
    """``/organisations/{id}/invitations/{id}``."""

    @operation("delete_invitation", status=204, least=Role.ADMIN)
    def delete(self, request: Request, organisation_id: UUID, invitation_id: UUID) -> None:
        """Delete an invitation."""
        selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        invitations.withdraw(
            organisation_id=organisation_id,
            invitation_id=invitation_id,
            withdrawn_by=self.caller,
        )


class InvitationOfferView(View):
    """``/invitations/{token}``."""

    permission_classes = (AllowAny,)

    @operation("get_invitation", response=shapes.InvitationOfferSerializer, public=True)
    def get(self, request: Request, token: str) -> object:
        """Get an invitation by its token."""
        return selectors.invitation_for(token)


class InvitationAcceptView(View):
    """``/invitations/{token}/accept``."""

    @operation("accept_invitation", response=shapes.MembershipSerializer, scope="session")
    def post(self, request: Request, token: str) -> object:
        """Accept an invitation."""
        return invitations.accept(token=token, user_id=self.caller.user_id)
