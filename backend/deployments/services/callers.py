"""Who may call an endpoint: keys, access tokens, applications."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Network, ip_network
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_role
from backend.api.errors import Invalid, NotFound
from backend.audit import services as audit
from backend.deployments.contracts import EndpointName
from backend.deployments.models import Application, Deployment, EndpointKey, IssuedToken
from backend.deployments.selectors import applications_of, list_applications, require_deployment
from backend.deployments.services.endpoints import (
    unaware_after_waiting,
    wait_for_callers,
    wake_workers,
)
from backend.deployments.services.tokens import ALL_OF_ORGANISATION, audience_of, sign_token
from backend.projects.selectors import require_project
from engine.specs.gateway import LimitsSpec

KEY_PREFIX = "epk_"
UNLIMITED = LimitsSpec()
_IPV4_IN_IPV6 = IPv6Network("::ffff:0:0/96")
APPLICATION_TOKEN_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True)
class CreatedKey:
    """A new key with its secret."""

    id: UUID
    name: str
    prefix: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    limits: LimitsSpec
    networks: list[str]
    secret: str


@dataclass(frozen=True)
class CreatedToken:
    """A token itself, which is shown once."""

    id: UUID
    access_token: str
    expires_at: datetime


@dataclass(frozen=True)
class GrantedToken:
    """What the token address answers with."""

    access_token: str
    expires_in: int
    scope: str


def create_key(
    *,
    caller: Caller,
    deployment_id: UUID,
    name: str,
    expires_at: datetime | None = None,
    limits: LimitsSpec = UNLIMITED,
    networks: Sequence[str] = (),
) -> CreatedKey:
    """Make a key for one endpoint; only its hash is kept.

    A running endpoint knows the key when this returns, if a worker answers in time.

    Args:
        caller: who makes it.
        deployment_id: the endpoint.
        name: what people call it.
        expires_at: when it ends.
        limits: how much it may call.
        networks: from where (CIDR); from anywhere without any.

    Raises:
        Invalid: ``expires_in_past`` or ``network_invalid``.
    """
    key = add_key(caller, deployment_id, name, expires_at, limits, networks)
    wait_for_callers(deployment_id)
    return key


@transaction.atomic
def add_key(
    caller: Caller,
    deployment_id: UUID,
    name: str,
    expires_at: datetime | None = None,
    limits: LimitsSpec = UNLIMITED,
    networks: Sequence[str] = (),
) -> CreatedKey:
    """Make a key that the gateway learns of once the transaction commits.

    Raises:
        Invalid: ``expires_in_past`` or ``network_invalid``.
    """
    _require(caller, deployment_id)
    if expires_at is not None and expires_at <= timezone.now():
        raise Invalid(
            "The key would have expired already. Choose a later time.", code="expires_in_past"
        )
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    key = EndpointKey.objects.create(
        deployment_id=deployment_id,
        name=name,
        prefix=secret[:12],
        sha256=_sha256(secret),
        expires_at=expires_at,
        limits=limits.model_dump(exclude_none=True),
        networks=[_network(one) for one in networks],
        created_by_id=caller.user_id,
    )
    wake_workers(deployment_id)
    _audit(caller, deployment_id, "deployment_key.created", key.id)
    return CreatedKey(
        key.id, key.name, key.prefix, key.created_at, key.expires_at, key.revoked_at, limits,
        key.networks, secret,
    )  # fmt: skip


def revoke_key(*, caller: Caller, deployment_id: UUID, key_id: UUID) -> list[EndpointName]:
    """Revoke a key; revoking it twice is revoking it once.

    Returns:
        The endpoint while its model server has not confirmed that it refuses the key.

    Raises:
        NotFound: when the endpoint has no such key.
    """
    _revoke_key(caller, deployment_id, key_id)
    return unaware_after_waiting([deployment_id])


@transaction.atomic
def _revoke_key(caller: Caller, deployment_id: UUID, key_id: UUID) -> None:
    _require(caller, deployment_id)
    key = EndpointKey.objects.filter(id=key_id, deployment_id=deployment_id).first()
    if key is None:
        raise NotFound("There is no such key.", code="key_not_found")
    if key.revoked_at is None:
        EndpointKey.objects.filter(id=key_id).update(revoked_at=timezone.now())
        wake_workers(deployment_id)
        _audit(caller, deployment_id, "deployment_key.revoked", key.id)


@transaction.atomic
def create_token(*, caller: Caller, deployment_id: UUID, expires_in_seconds: int) -> CreatedToken:
    """Sign an access token for one endpoint."""
    deployment = _require(caller, deployment_id)
    project = require_project(caller=caller, project_id=deployment.project_id)
    expires_at = timezone.now() + timedelta(seconds=expires_in_seconds)
    row = IssuedToken.objects.create(deployment_id=deployment_id, expires_at=expires_at)
    token = sign_token(
        token_id=row.id,
        subject=str(caller.user_id),
        audience=audience_of(project.organisation_id),
        deployments=[str(deployment_id)],
        expires_at=expires_at,
    )
    _audit(caller, deployment_id, "access_token.created", row.id)
    return CreatedToken(row.id, token, expires_at)


def revoke_token(*, caller: Caller, deployment_id: UUID, token_id: UUID) -> list[EndpointName]:
    """Revoke a token; its endpoint is told.

    Returns:
        The endpoint while its model server has not confirmed that it refuses the token.

    Raises:
        NotFound: when no such token was signed for the endpoint.
    """
    _revoke_token(caller, deployment_id, token_id)
    return unaware_after_waiting([deployment_id])


@transaction.atomic
def _revoke_token(caller: Caller, deployment_id: UUID, token_id: UUID) -> None:
    _require(caller, deployment_id)
    rows = IssuedToken.objects.filter(id=token_id, deployment_id=deployment_id)
    if not rows.exists():
        raise NotFound("There is no such token.", code="token_not_found")
    if rows.filter(revoked_at=None).update(revoked_at=timezone.now()):
        wake_workers(deployment_id)
        _audit(caller, deployment_id, "access_token.revoked", token_id)


@transaction.atomic
def create_application(
    *,
    caller: Caller,
    organisation_id: UUID,
    name: str,
    deployment_ids: list[UUID],
    may_call_all: bool,
) -> dict[str, Any]:
    """Register a caller with a client id and a secret, of which only the hash is kept.

    Raises:
        Invalid: ``endpoints_or_all`` unless it is either for chosen endpoints or for all.
        NotFound: when one of the endpoints is not of this organisation.
    """
    require_role(caller=caller, organisation_id=organisation_id, minimum=Role.DEVELOPER)
    wanted = set(deployment_ids)
    if bool(wanted) == may_call_all:
        raise Invalid(
            "Choose the endpoints that the application may call, or all of the organisation.",
            code="endpoints_or_all",
        )
    found = Deployment.objects.filter(
        id__in=wanted, project__organisation_id=organisation_id, is_deleted=False
    )
    if found.count() != len(wanted):
        raise NotFound(
            "One of the endpoints does not exist in this organisation.",
            code="deployment_not_found",
        )
    secret = secrets.token_urlsafe(32)
    application = Application.objects.create(
        organisation_id=organisation_id,
        name=name,
        client_id=secrets.token_hex(12),
        secret_sha256=_sha256(secret),
        may_call_all=may_call_all,
        created_by_id=caller.user_id,
    )
    application.deployments.set(found)
    audit.record(
        organisation_id=organisation_id,
        actor_id=caller.user_id,
        action="application.created",
        target_kind="application",
        target_id=application.id,
        details={"name": name},
    )
    return applications_of([application])[0] | {"client_secret": secret}


def revoke_application(*, caller: Caller, application_id: UUID) -> list[EndpointName]:
    """Revoke an application and all tokens it was given.

    Returns:
        The endpoints whose model servers have not confirmed that they refuse the tokens.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
    """
    return unaware_after_waiting(_revoke_application(caller, application_id))


@transaction.atomic
def _revoke_application(caller: Caller, application_id: UUID) -> list[UUID]:
    """Revoke an application; return the endpoints that have to know."""
    missing = NotFound("There is no such application.", code="application_not_found")
    row = Application.objects.filter(id=application_id).first()
    if row is None:
        raise missing
    try:
        list_applications(caller=caller, organisation=row.organisation_id)
    except NotFound:
        raise missing from None
    described = Deployment.objects.filter(project__organisation_id=row.organisation_id)
    # The list of refused tokens is that of the organisation, so each of its endpoints has to know.
    deployment_ids = list(described.values_list("id", flat=True))
    if row.revoked_at is not None:
        return deployment_ids
    now = timezone.now()
    Application.objects.filter(id=row.id).update(revoked_at=now)
    IssuedToken.objects.filter(application=row, revoked_at=None).update(revoked_at=now)
    for deployment_id in deployment_ids:
        wake_workers(deployment_id)
    audit.record(
        organisation_id=row.organisation_id,
        actor_id=caller.user_id,
        action="application.revoked",
        target_kind="application",
        target_id=row.id,
        details={"name": row.name},
    )
    return deployment_ids


@transaction.atomic
def grant_token(*, client_id: str, client_secret: str) -> GrantedToken | None:
    """Exchange an application's id and secret for a token.

    ``None`` when they are wrong, or when no endpoint is left that the application may call.
    """
    row = Application.objects.filter(client_id=client_id, revoked_at=None).first()
    # An unknown id is compared too, so that the time an answer takes tells nothing.
    known = row.secret_sha256 if row is not None else _sha256("")
    if not hmac.compare_digest(known, _sha256(client_secret)) or row is None:
        return None
    expires_at = timezone.now() + timedelta(seconds=APPLICATION_TOKEN_SECONDS)
    chosen = [str(one) for one in row.deployments.values_list("id", flat=True)]
    if not chosen and not row.may_call_all:
        return None
    issued = IssuedToken.objects.create(application=row, expires_at=expires_at)
    token = sign_token(
        token_id=issued.id,
        subject=row.client_id,
        audience=audience_of(row.organisation_id),
        deployments=[ALL_OF_ORGANISATION] if row.may_call_all else chosen,
        expires_at=expires_at,
    )
    return GrantedToken(token, APPLICATION_TOKEN_SECONDS, "predict")


def _network(text: str) -> str:
    try:
        network = ip_network(text.strip())
    except ValueError:
        raise Invalid(
            f"'{text}' is no network. Write it like 10.0.0.0/8, 192.168.1.7 or 2001:db8::/32.",
            code="network_invalid",
            network=text,
        ) from None
    if isinstance(network, IPv6Network) and network.subnet_of(_IPV4_IN_IPV6):
        # Callers over IPv4 are known by their own addresses.
        inner = IPv4Address(int(network.network_address) & 0xFFFFFFFF)
        return f"{inner}/{network.prefixlen - 96}"
    return str(network)


def _require(caller: Caller, deployment_id: UUID) -> Deployment:
    return require_deployment(caller=caller, deployment_id=deployment_id, minimum=Role.DEVELOPER)


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _audit(caller: Caller, deployment_id: UUID, action: str, target_id: UUID) -> None:
    deployment = _require(caller, deployment_id)
    project = require_project(caller=caller, project_id=deployment.project_id)
    audit.record(
        organisation_id=project.organisation_id,
        project_id=project.id,
        actor_id=caller.user_id,
        action=action,
        target_kind=action.split(".")[0],
        target_id=target_id,
        details={"deployment": deployment.name},
    )
