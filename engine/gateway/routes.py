"""The deployments of a gateway: who may call, how much, and which revisions there are."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path

from engine.gateway.feedback import Feedback
from engine.gateway.limits import Limits
from engine.gateway.revisions import Revision, Revisions
from engine.gateway.samples import Samples
from engine.serving.auth import Guard
from engine.serving.calls import CallLog
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import ReplicaAddress
from engine.serving.in_flight import InFlight
from engine.serving.metrics import Metrics
from engine.specs.gateway import CallerLimits, GatewaySpec, LimitsSpec, RouteSpec
from engine.specs.serving import AccessSpec

REVISION = b"easel-revision"


class Route:
    """One deployment.

    Attributes:
        spec: what it is told to be.
        guard: who may call.
        revisions: what answers.
        calls: where its calls are noted.
        samples: where calls are kept, ``None`` without consent.
        feedback: where true answers to them are kept.
        in_flight: the count of calls that are being answered, which outlives changes of the spec.
    """

    def __init__(
        self,
        spec: RouteSpec,
        targets: Mapping[str, ReplicaAddress],
        folder: Path,
        metrics: Metrics,
        before: Route | None,
    ) -> None:
        self.spec = spec
        # A guard remembers who was verified; a change of who may call makes it forget.
        self.guard: Guard = (
            before.guard
            if before is not None and _access(before.spec) == _access(spec)
            else Guard(spec, spec.deployment_id)
        )
        self.revisions = Revisions(spec, targets)
        self.calls: CallLog = before.calls if before else CallLog(folder, metrics)
        self.in_flight: InFlight = before.in_flight if before else InFlight()
        self.samples = Samples(spec.sampling, folder / "samples") if spec.sampling else None
        self.feedback = Feedback(folder) if spec.sampling else None
        if before is not None:
            self.revisions.take_over(before.revisions)
            if before.spec.sampling == spec.sampling:
                self.samples = before.samples
            if self.feedback is not None and before.feedback is not None:
                self.feedback = before.feedback
            if before.spec.generation == spec.generation:
                self.revisions.rolled_back = before.revisions.rolled_back
        self._callers = {one.caller: one for one in spec.callers}
        self._shared = _limits(spec.deployment_id, spec.limits)
        self._own: dict[str, Limits] = {
            name: limits
            for name, one in self._callers.items()
            if (limits := _limits(f"{spec.deployment_id}/{name}", one)) is not None
        }

    def rules_of(self, caller: str | None) -> CallerLimits | None:
        """Return what is set for one caller, ``None`` when nothing is."""
        return self._callers.get(caller) if caller is not None else None

    def limits_of(self, caller: str | None) -> list[Limits]:
        """Return the limits that a call of a caller counts in, its own first."""
        own = self._own.get(caller) if caller is not None else None
        return [one for one in (own, self._shared) if one is not None]

    def choose(
        self,
        caller: str | None,
        headers: Mapping[bytes, bytes],
        version: str | None,
    ) -> Revision:
        """Return the revision that answers a call.

        Args:
            caller: who calls.
            headers: those of the request; ``Easel-Revision`` names a revision.
            version: the model version that the request names, if it names one.

        Raises:
            ServingError: ``not_found`` or ``revision_not_allowed``.
        """
        rules = self.rules_of(caller)
        allowed = None if rules is None else rules.revisions
        named = headers.get(REVISION)
        if named is not None:
            chosen = self.revisions.of_number(named.decode("latin-1"))
        elif version is not None:
            chosen = self.revisions.of_version(version)
        else:
            return self.revisions.share(self._key(caller, headers), allowed)
        if allowed is not None and chosen.number not in allowed:
            raise ServingError(
                f"The caller may not call the revision {chosen.number}.",
                code="revision_not_allowed",
            )
        return chosen

    def _key(self, caller: str | None, headers: Mapping[bytes, bytes]) -> str | None:
        """Return by what a caller is taken for the same again."""
        if self.spec.sticky == "header":
            value = headers.get(self.spec.sticky_header.lower().encode())
            return None if value is None else value.decode("latin-1")
        return caller if self.spec.sticky == "caller" else None


class Routes:
    """All deployments by the last part of their address."""

    def __init__(self, work: Path, metrics: Metrics) -> None:
        self._work = work
        self._metrics = metrics
        self._targets: dict[str, ReplicaAddress] = {}
        self._by_suffix: dict[str, Route] = {}
        self._by_id: dict[str, Route] = {}

    def all(self) -> list[Route]:
        """Return every deployment."""
        return list(self._by_suffix.values())

    def by_id(self, deployment_id: str) -> Route | None:
        """Return a deployment by its id, ``None`` when it is none of ours."""
        return self._by_id.get(deployment_id)

    def of_suffix(self, suffix: str) -> Route | None:
        """Return a deployment by the end of its address, ``None`` when it is none of ours."""
        return self._by_suffix.get(suffix)

    def find(self, suffix: str) -> Route:
        """Return a deployment.

        Raises:
            ServingError: ``not_found``.
        """
        route = self._by_suffix.get(suffix)
        if route is None:
            raise ServingError(
                f"There is no endpoint '{suffix[:60]}'. Check the address.", code="not_found"
            )
        return route

    def change(self, spec: GatewaySpec) -> None:
        """Take over what is told of deployments, keeping what is known of those that stay."""
        named = {
            address for route in spec.routes for one in route.revisions for address in one.addresses
        }
        self._targets |= {
            address: _target(address) for address in named if address not in self._targets
        }
        made = [self._made(one, self._by_id.get(one.deployment_id)) for one in spec.routes]
        self._by_suffix = {one.spec.suffix: one for one in made}
        self._by_id = {one.spec.deployment_id: one for one in made}
        for address in set(self._targets) - named:
            # Requests under way hold it; idle connections are closed.
            self._targets.pop(address).close()

    def _made(self, spec: RouteSpec, before: Route | None) -> Route:
        if before is not None and before.spec == spec:
            return before
        folder = self._work / "deployments" / spec.deployment_id
        folder.mkdir(parents=True, exist_ok=True)
        return Route(spec, self._targets, folder, self._metrics, before)


def require_network(rules: CallerLimits | None, peer: str) -> None:
    """Refuse a caller that calls from elsewhere than it may.

    Raises:
        ServingError: ``network_not_allowed``.
    """
    if rules is None or not rules.networks:
        return
    try:
        address = ip_address(peer)
    except ValueError:
        address = None
    if address is None or not any(address in network for network in rules.networks):
        raise ServingError(
            f"The caller may not call from {peer or 'an unknown address'}. Ask whoever owns the "
            "endpoint to add the network to the key.",
            code="network_not_allowed",
        )


def _limits(name: str, spec: LimitsSpec) -> Limits | None:
    given = (spec.requests_per_second, spec.daily_quota, spec.total_quota)
    return Limits(name, spec) if any(one is not None for one in given) else None


def _access(spec: RouteSpec) -> AccessSpec:
    return AccessSpec(**{name: getattr(spec, name) for name in AccessSpec.model_fields})


def _target(address: str) -> ReplicaAddress:
    host, _, port = address.rpartition(":")
    return ReplicaAddress(host.strip("[]"), int(port))
