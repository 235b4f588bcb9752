"""The gateway that callers of endpoints come to: its row, and what it goes by."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone
from pydantic import ValidationError

from backend.config.secret_files import keys_folder, stored_secret
from backend.deployments.contracts.servers import GATEWAY, Server
from backend.deployments.models import (
    Deployment,
    DeploymentRevision,
    EndpointKey,
    Gateway,
    IssuedToken,
)
from backend.deployments.selectors import sampling_of
from backend.deployments.services.async_predictions import async_specs
from backend.deployments.services.routing import in_use
from backend.deployments.services.tokens import audience_of, public_key
from engine.specs.asynchronous import AsyncSpec
from engine.specs.gateway import (
    CallerLimits,
    GatewaySpec,
    LimitsSpec,
    RevisionSpec,
    RollBackRule,
    RouteSpec,
    SamplingSpec,
)
from engine.specs.requests import PARTS
from engine.specs.serving import GATEWAY_KEY_ID, CallerKey

logger = logging.getLogger(__name__)

State = Deployment.State


@dataclass(frozen=True)
class RoutingTable:
    """What the gateway goes by, and what each endpoint was asked for when it was put together.

    Attributes:
        spec: what it is given.
        generations: of endpoints whose calls go where they were asked to go.
        callers: the changes of who may call, of all endpoints.
    """

    spec: GatewaySpec
    generations: Mapping[UUID, int]
    callers: Mapping[UUID, int]


@dataclass(frozen=True)
class _ModelKinds:
    """What the models of an endpoint take and answer, as their manifests have it."""

    inputs: str | None
    predictions: str | None


def gateway_servers() -> Iterable[Server]:
    """Yield the gateway, which runs as long as there are endpoints."""
    is_needed = Deployment.objects.filter(is_deleted=False).exists()
    row = Gateway.objects.first()
    if row is None:
        if not is_needed:
            return
        row = Gateway.objects.create()
    if not is_needed and row.handle is None:
        return
    # What waits for a revision that failed waits for somebody, and not for the gateway.
    behind = Q(error_code="", observed_generation__lt=F("generation")) | Q(
        observed_callers_revision__lt=F("callers_revision")
    )
    yield Server(
        kind=GATEWAY,
        id=row.id,
        name="gateway",
        should_run=is_needed,
        state=row.state,
        address=row.address,
        handle=row.handle,
        error_code=row.error_code,
        is_settled=not Deployment.objects.filter(behind).exists(),
    )


def gateway_folder() -> Path:
    """Return where the gateway keeps its files."""
    data: Path = settings.ENVIRONMENT.data
    return data / "gateway"


def routing_table() -> RoutingTable:
    """Return what the gateway is to go by now.

    Endpoints that are deleted, or whose project is in the trash, are not there any more: it goes by
    the latest change of who may call them, for it answers nobody.
    """
    rows = list(Deployment.objects.select_related("project").order_by("created_at", "id"))
    revisions: dict[UUID, list[DeploymentRevision]] = {}
    listed = DeploymentRevision.objects.filter(in_use()).select_related("model_version")
    for one in listed.order_by("number"):
        revisions.setdefault(one.deployment_id, []).append(one)
    keys: dict[UUID, list[EndpointKey]] = {}
    for key in EndpointKey.objects.filter(revoked_at=None).order_by("created_at", "id"):
        keys.setdefault(key.deployment_id, []).append(key)
    revoked = list(_revoked())
    kinds = _model_kinds()
    asynchronous = async_specs(rows)
    url = settings.ENVIRONMENT.broker_url
    spec = GatewaySpec(
        port=0,
        upstream_key=upstream_key(),
        routes=tuple(
            route
            for row in rows
            if row.id in revisions
            and not (row.is_deleted or row.project.trashed_at)
            and (
                route := _valid_route(
                    row,
                    revisions[row.id],
                    keys.get(row.id, []),
                    revoked,
                    kinds[row.id],
                    asynchronous.get(row.id),
                )
            )
        ),
        trusted_proxies=settings.ENVIRONMENT.trusted_proxies,
        metrics_networks=settings.ENVIRONMENT.metrics_networks,
        counters_url=url if urlsplit(url).scheme in ("redis", "rediss", "unix") else None,
    )
    return RoutingTable(
        spec,
        {
            row.id: row.generation
            for row in rows
            if all(one.weight == one.routed_weight for one in revisions.get(row.id, ()))
            or row.desired_state == Deployment.DesiredState.STOPPED
        },
        {row.id: row.callers_revision for row in rows},
    )


def note_observed(table: RoutingTable) -> None:
    """Write down that the gateway goes by this table."""
    for deployment_id, generation in table.generations.items():
        Deployment.objects.filter(id=deployment_id, observed_generation__lt=generation).update(
            observed_generation=generation
        )
    for deployment_id, callers in table.callers.items():
        Deployment.objects.filter(id=deployment_id, observed_callers_revision__lt=callers).update(
            observed_callers_revision=callers
        )


def note_gateway(gateway_id: UUID, **changes: Any) -> None:
    """Write what was seen of the gateway: state, addresses, handle, error."""
    Gateway.objects.filter(id=gateway_id).update(**changes)


def public_address() -> str:
    """Return where callers reach the gateway, empty when it has never run."""
    return Gateway.objects.values_list("public_address", flat=True).first() or ""


def gateway_caller() -> CallerKey:
    """Return the gateway as model servers know it."""
    return CallerKey(id=GATEWAY_KEY_ID, sha256=sha256(upstream_key().encode()).hexdigest())


def upstream_key() -> str:
    """Return what the gateway shows to model servers, making it on first use."""
    path = keys_folder(settings.ENVIRONMENT.data) / "gateway_key"
    return stored_secret(path, lambda: f"egw_{secrets.token_urlsafe(32)}".encode()).decode()


def _valid_route(
    row: Deployment,
    revisions: list[DeploymentRevision],
    keys: Iterable[EndpointKey],
    revoked: Iterable[IssuedToken],
    kinds: _ModelKinds,
    asynchronous: AsyncSpec | None,
) -> RouteSpec | None:
    """Return what the gateway is to know of an endpoint, ``None`` where that makes no sense.

    One endpoint that cannot be described must not keep changes of all others from the gateway.
    """
    try:
        return _route(row, revisions, keys, revoked, kinds, asynchronous)
    except ValidationError as error:
        logger.error("endpoint left out", extra={"endpoint": row.suffix, "reason": str(error)})
        return None


def _route(
    row: Deployment,
    revisions: list[DeploymentRevision],
    keys: Iterable[EndpointKey],
    revoked: Iterable[IssuedToken],
    kinds: _ModelKinds,
    asynchronous: AsyncSpec | None,
) -> RouteSpec:
    is_routed = any(one.routed_weight > 0 for one in revisions)
    weights = [one.routed_weight if is_routed else one.weight for one in revisions]
    return RouteSpec(
        deployment_id=str(row.id),
        suffix=row.suffix,
        generation=row.generation,
        revisions=tuple(
            RevisionSpec(
                number=one.number,
                version=str(one.model_version.number),
                # Calls wait from when it goes to sleep, and not only once its servers have ended.
                addresses=() if row.is_asleep else _addresses(one),
                weight=weight,
                # It answers until its calls have moved.
                is_shadow=one.is_shadow and not weight,
                unavailable=_reason_not_to_start(one),
            )
            for one, weight in zip(revisions, weights, strict=True)
        ),
        unavailable=_reason_of(row),
        limits=LimitsSpec.model_validate(row.limits),
        callers=tuple(_caller_limits(key) for key in keys if key.limits or key.networks),
        roll_back=_rule(row, revisions) if row.rolls_back else None,
        input_kind=kinds.inputs,
        prediction_kind=kinds.predictions,
        sampling=_sampling(row, revisions, kinds.inputs),
        asynchronous=asynchronous,
        audience=audience_of(row.project.organisation_id),
        token_public_key=public_key(),
        # In a fixed order, as an equal spec is not sent again.
        revoked_token_ids=tuple(sorted(str(one.id) for one in revoked if _is_for(one, row))),
        api_keys=tuple(
            CallerKey(id=str(key.id), sha256=key.sha256, expires_at=key.expires_at) for key in keys
        ),
    )


def _model_kinds() -> dict[UUID, _ModelKinds]:
    """Return what the models of all endpoints take and answer, by endpoint; one query."""
    rows = Deployment.objects.values_list(
        "id", "model_version__manifest__input__kind", "model_version__manifest__postprocessing"
    )
    return {key: _ModelKinds(inputs, ops[-1]["op"] if ops else None) for key, inputs, ops in rows}


def _sampling(
    row: Deployment, revisions: Iterable[DeploymentRevision], input_kind: str | None
) -> SamplingSpec | None:
    found = sampling_of(row)
    if found is None or input_kind not in PARTS:
        return None
    return SamplingSpec(
        input_kind=input_kind,
        share=found.share,
        drift_share=found.drift_share,
        drifted=tuple(one.number for one in revisions if one.has_drifted),
        below_score=found.below_score,
        on_disagreement=found.on_disagreement,
        on_request=found.on_request,
        hidden_fields=found.hidden_fields,
        masks_contacts=found.masks_contacts,
    )


def _addresses(one: DeploymentRevision) -> tuple[str, ...]:
    if one.state != State.RUNNING or one.handle is None:
        return ()
    return (urlsplit(one.address).netloc,)


def _reason_of(row: Deployment) -> str | None:
    """Return why nobody answers for an endpoint, ``None`` when calls are worth waiting for."""
    if row.desired_state == Deployment.DesiredState.STOPPED:
        return "The endpoint is stopped. Whoever owns it can start it on its page."
    if row.state == State.FAILED:
        return "The endpoint does not run. Its page says why."
    return None


def _reason_not_to_start(one: DeploymentRevision) -> str | None:
    # Without an error somebody has asked for it again.
    if one.state == State.FAILED and one.error_code:
        return f"Revision {one.number} could not be started. The endpoint's page says why."
    return None


def _caller_limits(key: EndpointKey) -> CallerLimits:
    return CallerLimits.model_validate(
        {"caller": str(key.id), "networks": tuple(key.networks), **key.limits}
    )


def _rule(row: Deployment, revisions: list[DeploymentRevision]) -> RollBackRule | None:
    """Return when the calls of the newest revision go back to the one that had them before it."""
    routed = [one for one in revisions if one.routed_weight > 0]
    if not routed:
        return None
    newest = routed[-1]
    # One without addresses could not take the calls over at once, and a shadow answers nobody.
    earlier = [
        one
        for one in revisions
        if one.number < newest.number and _addresses(one) and not one.is_shadow
    ]
    beside = [one for one in earlier if one.routed_weight > 0] or earlier
    if not beside:
        return None
    back_to = max(beside, key=lambda one: (one.routed_weight, one.number))
    return RollBackRule(revision=newest.number, back_to=back_to.number)


def _revoked() -> Iterable[IssuedToken]:
    # Past its time a token is refused anyway, so the list does not grow for ever.
    return IssuedToken.objects.filter(
        expires_at__gt=timezone.now(), revoked_at__isnull=False
    ).select_related("application")


def _is_for(token: IssuedToken, row: Deployment) -> bool:
    """Tell whether an endpoint has to know that a token was revoked."""
    if token.application is None:
        return token.deployment_id == row.id
    return bool(token.application.organisation_id == row.project.organisation_id)
