"""``gateway.json``: which deployments a gateway answers for, and how it shares out their calls."""

from __future__ import annotations

from datetime import datetime
from ipaddress import IPv4Network, IPv6Network
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from engine.specs.asynchronous import AsyncSpec
from engine.specs.serving import AccessSpec
from engine.specs.spec import Spec
from engine.specs.streaming import StreamingSpec

Network = IPv4Network | IPv6Network
Share = Annotated[float, Field(ge=0, le=1)]


class LimitsSpec(Spec):
    """How much somebody may call; what is ``None`` is not limited.

    ``burst`` is how many calls may come at once after a pause; ``daily_quota`` counts from midnight
    UTC. Calls that end with a failure of ours (5xx) are given back to both quotas.
    """

    requests_per_second: Annotated[float, Field(gt=0)] | None = None
    burst: Annotated[int, Field(ge=1)] | None = None
    daily_quota: Annotated[int, Field(ge=0)] | None = None
    total_quota: Annotated[int, Field(ge=0)] | None = None


class CallerLimits(LimitsSpec):
    """What one caller may do: the id of a key, or the subject of a token.

    ``revisions`` and ``networks`` (CIDR) are those it may call, and from where; ``None`` and an
    empty list mean all.
    """

    caller: str
    revisions: tuple[int, ...] | None = None
    networks: tuple[Network, ...] = ()


class RevisionSpec(Spec):
    """One model version with its settings, and where its model servers listen.

    ``addresses`` are ``host:port``; a revision without any is asleep: the first call that wants it
    asks for it in ``status.json`` (``wanted``) and waits. ``weight`` is its share of the calls in
    percent. A ``is_shadow`` revision is given copies of calls, and its answers are compared and
    never returned. ``unavailable`` says why it does not start: calls that want it are refused
    (503) with it.
    """

    number: Annotated[int, Field(ge=1)]
    version: str
    addresses: tuple[Annotated[str, Field(pattern=r"^.+:\d{1,5}$")], ...] = ()
    weight: Annotated[float, Field(ge=0, le=100)] = 0
    is_shadow: bool = False
    unavailable: str | None = None

    @model_validator(mode="after")
    def _a_shadow_answers_nobody(self) -> Self:
        if self.is_shadow and self.weight:
            raise ValueError(
                f"Revision {self.number} is a shadow and has a weight of {self.weight:g}. The "
                "answers of a shadow are never returned: give it a weight of 0."
            )
        return self


class RollBackRule(Spec):
    """When the calls of a new revision go back to the one before it, by themselves.

    Over ``window_seconds``, once ``revision`` has answered ``min_calls``: its share of failures
    (5xx) exceeds that of ``back_to`` by more than ``max_error_margin``. Or once both have answered
    ``min_timed_calls``, for the 99th percentile of fewer is a call or two: that of ``revision`` is
    more than ``max_p99_ratio`` times that of ``back_to``, and ``max_p99_margin_ms`` longer.
    """

    revision: int
    back_to: int
    min_calls: Annotated[int, Field(ge=1)] = 50
    window_seconds: Annotated[int, Field(ge=1, le=3600)] = 60
    max_error_margin: Share = 0.05
    min_timed_calls: Annotated[int, Field(ge=1)] = 200
    max_p99_ratio: Annotated[float, Field(gt=1)] = 2.0
    max_p99_margin_ms: Annotated[float, Field(ge=0)] = 100.0


class SamplingSpec(Spec):
    """Which calls are stored with input and results, with the owner's consent.

    A call is stored when chance takes it (``share``, and ``drift_share`` where a revision of
    ``drifted`` answered), when its surest result is below ``below_score``, when a shadow disagrees
    (``on_disagreement``), or when its caller asks for it with the header ``Easel-Feedback: true``
    (``on_request``). ``input_kind`` tells what parts its request has
    (``engine.specs.requests.PARTS``).

    Before anything is stored, values of ``hidden_fields`` are left out, and with
    ``masks_contacts`` e-mail addresses and numbers of seven digits and more in texts are starred
    out. No more than ``max_waiting_bytes`` lie in the folder until somebody takes them away.
    """

    input_kind: str
    share: Share = 0.0
    drift_share: Share = 0.0
    drifted: tuple[int, ...] = ()
    below_score: Share | None = None
    on_disagreement: bool = False
    on_request: bool = True
    hidden_fields: tuple[str, ...] = ()
    masks_contacts: bool = False
    max_call_bytes: Annotated[int, Field(ge=1)] = 16 * 2**20
    max_waiting_bytes: Annotated[int, Field(ge=1)] = 256 * 2**20


SampleReason = Literal["random", "low_confidence", "disagreement", "requested", "drift"]


class ShadowAnswer(Spec):
    """What a shadow predicted for a call that was kept."""

    revision: int
    results: tuple[dict[str, Any], ...]
    agreement: float | None


class SampledCall(Spec):
    """A call that was kept.

    ``values`` are the parts of its request that are no files, and ``files`` the names of the
    others: the file ``{log_id}.{name}`` lies beside this one. ``results`` are those of
    ``/predict``, whatever the route; ``shadows`` those of shadows that were asked, too.
    """

    time: datetime
    log_id: int
    request_id: str | None
    caller: str | None
    revision: int | None
    version: str
    route: Literal["predict", "easydl"]
    reason: SampleReason
    values: dict[str, Any]
    files: tuple[str, ...]
    results: tuple[dict[str, Any], ...]
    shadows: tuple[ShadowAnswer, ...] = ()
    top_label: str | None
    top_score: float | None


class TrueAnswer(Spec):
    """One line of ``feedback-<pid>.jsonl``: what a caller says was true of an earlier call.

    ``labels`` are the right ones, ``value`` the right number, ``text`` the right text; one of them
    is given, as the task predicts.
    """

    time: datetime
    log_id: Annotated[int, Field(strict=True, ge=0, lt=2**53)]
    caller: str | None
    labels: tuple[str, ...] | None = None
    value: float | None = None
    text: str | None = None


class ShadowRecord(Spec):
    """One line of ``shadows.jsonl``: what a shadow said to a call, beside what was answered.

    ``agreement`` is 0 to 1, ``None`` when one of the answers holds no results.
    """

    time: datetime
    log_id: int
    revision: int
    shadow_revision: int
    status: int
    latency_ms: float
    agreement: float | None
    top_label: str | None
    shadow_top_label: str | None


class RouteSpec(AccessSpec):
    """One deployment at the gateway; its address is ``/endpoints/{suffix}``.

    ``generation`` grows with each change of revisions or traffic: a roll-back that the gateway
    decided stands until it does. ``sticky`` says what makes a caller come to the same revision
    again: its key or token, the value of the header ``sticky_header``, or nothing. ``shadow_share``
    of the calls are copied to shadows. ``unavailable`` says why nobody answers now: callers are
    refused (503) with it, and do not wait for a model server to start. Without ``asynchronous`` all
    calls are answered at once or not at all. ``streaming`` bounds connections that bring many.
    ``input_kind`` (``engine.specs.requests.PARTS``) and ``prediction_kind`` (the name of the last
    op of the postprocessing) tell what its models take and answer; without them what opens a stream
    is not checked against them.
    """

    deployment_id: str
    suffix: str
    input_kind: str | None = None
    prediction_kind: str | None = None
    generation: Annotated[int, Field(ge=1)] = 1
    revisions: Annotated[tuple[RevisionSpec, ...], Field(min_length=1)]
    unavailable: str | None = None
    sticky: Literal["caller", "header", "none"] = "caller"
    sticky_header: str = "easel-session"
    shadow_share: Share = 1.0
    limits: LimitsSpec = LimitsSpec()
    callers: tuple[CallerLimits, ...] = ()
    roll_back: RollBackRule | None = None
    sampling: SamplingSpec | None = None
    asynchronous: AsyncSpec | None = None
    streaming: StreamingSpec = StreamingSpec()
    max_body_bytes: Annotated[int, Field(ge=1)] = 16 * 2**20
    max_in_flight: Annotated[int, Field(ge=1)] = 1024
    timeout_ms: Annotated[int, Field(ge=1)] = 60_000
    start_timeout_ms: Annotated[int, Field(ge=1)] = 120_000

    @model_validator(mode="after")
    def _calls_are_shared_out_whole(self) -> Self:
        numbers = [one.number for one in self.revisions]
        if len(set(numbers)) < len(numbers):
            raise ValueError(f"The endpoint '{self.suffix}' has a revision twice: {numbers}.")
        total = sum(one.weight for one in self.revisions)
        if abs(total - 100) > 0.001:
            raise ValueError(
                f"The weights of the endpoint '{self.suffix}' add up to {total:g}. They are shares "
                "of its calls in percent, and have to add up to 100."
            )
        rule = self.roll_back
        if rule is not None and not {rule.revision, rule.back_to} <= set(numbers):
            raise ValueError(
                f"The roll-back of the endpoint '{self.suffix}' names the revisions "
                f"{rule.revision} and {rule.back_to}; it has {numbers}."
            )
        return self


class GatewaySpec(Spec):
    """What ``python -m engine gateway --spec gateway.json --work DIR`` is given.

    The parent binds the address once and keeps ``processes`` children on its socket; on SIGHUP they
    read the file again, on SIGUSR2 they are replaced, new ones first. ``upstream_key`` is what
    the gateway shows to model servers. ``trusted_proxies`` (CIDR) may say in ``X-Forwarded-For``
    whom they speak for, ``metrics_networks`` may read ``/metrics``. Quotas are counted in the Redis
    at ``counters_url``, or in ``DIR/counters.json``, which takes a single process. ``log_share`` of
    the calls are lines of the log, failures always.
    """

    schema_version: Literal[1] = 1
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)]
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    upstream_key: str
    routes: tuple[RouteSpec, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    metrics_networks: tuple[Network, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
    counters_url: str | None = None
    log_share: Share = 0.0
    max_bodies_bytes: Annotated[int, Field(ge=1)] = 256 * 2**20

    @model_validator(mode="after")
    def _addresses_are_clear(self) -> Self:
        suffixes = [one.suffix for one in self.routes]
        twice = sorted({one for one in suffixes if suffixes.count(one) > 1})
        if twice:
            raise ValueError(f"Two endpoints have the same suffix: {', '.join(twice)}.")
        if self.processes > 1 and self.counters_url is None:
            raise ValueError(
                "Several processes count quotas together in Redis only. Set counters_url, or "
                "processes to 1."
            )
        return self
