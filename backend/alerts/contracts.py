"""What other apps may know of alerts, and what a condition is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

from backend.api.people import Person
from backend.deployments.contracts.watching import WatchedEndpoint

ALERT_STATES = ("firing", "acknowledged", "resolved")
UNITS = ("share", "milliseconds", "none")

Unit = Literal["share", "milliseconds", "none"]


class EndpointNames(Protocol):
    """What alerts name an endpoint by."""

    @property
    def id(self) -> UUID:
        """The endpoint's."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def project_id(self) -> UUID:
        """Its project's."""

    @property
    def project_name(self) -> str:
        """What people call its project."""

    @property
    def organisation_id(self) -> UUID:
        """Whose it is."""


@dataclass(frozen=True)
class AlertedEndpoint:
    """An endpoint that an alert is of."""

    id: UUID
    name: str
    project_id: UUID
    project_name: str
    organisation_id: UUID


@dataclass(frozen=True)
class Reading:
    """What a condition measures of one endpoint.

    Attributes:
        value: what people are shown, in the condition's unit.
        sure: what has to exceed the limit: ``value``, or the lower end of its interval where few
            calls were measured.
        detail: why, in words that are the same in every language, such as an error's message.
    """

    value: float
    sure: float
    detail: str = ""


@dataclass(frozen=True)
class Condition:
    """When something is wrong with an endpoint, and what people read of it.

    Attributes:
        unit: of values and limits; ``none`` of a condition that holds or does not, whose readings
            are 1 or 0.
        limit: the value above which it holds, where no rule says another; ``None`` with ``none``.
        hold_minutes: so long it has to hold before it fires, and not to hold before it resolves.
        titles: a line by language, with ``{endpoint}``.
        texts: a sentence by language, with ``{value}``, ``{limit}`` and ``{detail}``.
        read: measures endpoints, those left out being fine; as many queries for one as for all.
    """

    unit: Unit
    limit: float | None
    hold_minutes: int
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    read: Callable[[Sequence[WatchedEndpoint]], Mapping[UUID, Reading]]


@dataclass(frozen=True)
class AlertEventView:
    """A change of an alert's state: ``person`` acknowledged it, null of what happens by itself.

    ``notified_at`` is when the channels got it, null while it is held back by a silence.
    """

    state: str
    at: datetime
    person: Person | None
    notified_at: datetime | None


@dataclass(frozen=True)
class AlertView:
    """Something that is or was wrong with an endpoint.

    ``value`` is what was measured last, in the ``unit`` of the condition, ``limit`` what it was
    compared with, and ``detail`` an error's message where there is one.
    """

    id: UUID
    condition: str
    state: str
    unit: str
    value: float
    limit: float | None
    detail: str
    deployment_id: UUID
    deployment_name: str
    project_id: UUID
    project_name: str
    fired_at: datetime
    resolved_at: datetime | None
    events: Sequence[AlertEventView]


@dataclass(frozen=True)
class AlertCount:
    """How many alerts of an organisation fire and are acknowledged by nobody."""

    num_firing: int


@dataclass(frozen=True)
class AlertRuleView:
    """When an alert of one condition fires for an endpoint.

    It fires once the measured value has been above ``limit`` for ``hold_minutes``, and resolves
    once it has not for as long. ``limit`` is null where the condition has none. Until
    ``silent_until`` nobody is notified of it.
    """

    condition: str
    is_on: bool
    unit: str
    limit: float | None
    default_limit: float | None
    hold_minutes: int
    default_hold_minutes: int
    silent_until: datetime | None


@dataclass(frozen=True)
class AlertRules:
    """The rules of an endpoint, one for each condition; ``silent_until`` is for all of them."""

    rules: Sequence[AlertRuleView]
    silent_until: datetime | None
