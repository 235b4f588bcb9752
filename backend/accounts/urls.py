"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.accounts.views import (
    api_keys,
    audit_entries,
    organisations,
    password_resets,
    sessions,
)

ORGANISATION = "organisations/<uuid:organisation_id>"

urlpatterns = [
    path("session", sessions.SessionView.as_view()),
    path("users", sessions.UsersView.as_view()),
    path("users/me", sessions.MeView.as_view()),
    path("sessions", sessions.SessionsView.as_view()),
    path("sessions/<uuid:session_id>", sessions.SessionEndView.as_view()),
    path("password-resets", password_resets.PasswordResetsView.as_view()),
    path("password-resets/<str:token>", password_resets.PasswordResetView.as_view()),
    path("organisations", organisations.OrganisationsView.as_view()),
    path(ORGANISATION, organisations.OrganisationView.as_view()),
    path(f"{ORGANISATION}/members", organisations.MembersView.as_view()),
    path(f"{ORGANISATION}/members/<uuid:member_id>", organisations.MemberView.as_view()),
    path(
        f"{ORGANISATION}/members/<uuid:member_id>/password-link",
        password_resets.MemberPasswordLinkView.as_view(),
    ),
    path(f"{ORGANISATION}/audit", audit_entries.AuditView.as_view()),
    path(f"{ORGANISATION}/invitations", organisations.InvitationsView.as_view()),
    path(
        f"{ORGANISATION}/invitations/<uuid:invitation_id>",
        organisations.InvitationView.as_view(),
    ),
    path("invitations/<str:token>", organisations.InvitationOfferView.as_view()),
    path("invitations/<str:token>/accept", organisations.InvitationAcceptView.as_view()),
    path("api-keys", api_keys.ApiKeysView.as_view()),
    path("api-keys/<uuid:key_id>", api_keys.ApiKeyView.as_view()),
]
