"""The revisions of a deployment, and which of them answers a call."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator, Mapping, Sequence

from engine.gateway.windows import Window
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import ReplicaAddress
from engine.specs.gateway import RevisionSpec, RollBackRule, RouteSpec

_random = random.Random()
"""Seeded by the system; shares of calls need to be even, not to be unguessable."""


class Revision:
    """One revision, and how it does."""

    def __init__(
        self, spec: RevisionSpec, targets: Sequence[ReplicaAddress], num_seconds: int
    ) -> None:
        self.number = spec.number
        self.version = spec.version
        self.weight = spec.weight
        self.is_shadow = spec.is_shadow
        self.unavailable = spec.unavailable
        self.targets = list(targets)
        self.window = Window(num_seconds)
        self.last_called: float | None = None

    @property
    def is_asleep(self) -> bool:
        """Tell whether none of its model servers runs."""
        return not self.targets

    def note(self, latency_ms: float, *, failed: bool) -> None:
        """Count an answer."""
        self.window.add(time.monotonic(), latency_ms, failed=failed)


class Revisions:
    """All revisions of a deployment.

    ``rolled_back`` is the reason for which the calls of its rule's revision go to the one before.
    """

    def __init__(self, spec: RouteSpec, targets: Mapping[str, ReplicaAddress]) -> None:
        self.rule = spec.roll_back
        num_seconds = self.rule.window_seconds if self.rule is not None else 60
        self.rolled_back: str | None = None
        # By number, so that a caller changes revisions only when its own share does.
        self._all = [
            Revision(one, [targets[address] for address in one.addresses], num_seconds)
            for one in sorted(spec.revisions, key=lambda one: one.number)
        ]

    def __iter__(self) -> Iterator[Revision]:
        return iter(self._all)

    @property
    def is_split(self) -> bool:
        """Tell whether several revisions answer."""
        return sum(1 for one in self._all if self._weight(one) > 0) > 1

    @property
    def shadows(self) -> list[Revision]:
        """The revisions whose answers are only compared."""
        return [one for one in self._all if one.is_shadow and not one.is_asleep]

    def by_number(self, number: int) -> Revision | None:
        """Return the revision of a number, ``None`` where there is none."""
        return next((one for one in self._all if one.number == number), None)

    def take_over(self, before: Revisions) -> None:
        """Go on with what is known of revisions that were there before."""
        for one in self._all:
            known = before.by_number(one.number)
            if known is not None and known.version == one.version:
                one.window, one.last_called = known.window, known.last_called

    def of_version(self, version: str) -> Revision:
        """Return the newest revision of a model version that may answer.

        Raises:
            ServingError: ``not_found``.
        """
        found = [one for one in self._all if one.version == version and not one.is_shadow]
        if not found:
            raise _no_revision(f"the version '{version[:40]}'", self._all)
        return found[-1]

    def of_number(self, text: str) -> Revision:
        """Return the revision whose number a caller names.

        Raises:
            ServingError: ``not_found``.
        """
        number = int(text) if text.isdecimal() and len(text) < 10 else -1
        found = self.by_number(number)
        if found is None or found.is_shadow:
            raise _no_revision(f"the revision '{text[:40]}'", self._all)
        return found

    def share(self, key: str | None, allowed: Sequence[int] | None) -> Revision:
        """Return the revision that a share of the calls falls to.

        Args:
            key: callers with the same come to the same revision while its share does not shrink;
                ``None`` leaves it to chance.
            allowed: the numbers of the revisions that the caller may call, ``None`` for all.

        Raises:
            ServingError: ``revision_not_allowed`` when the caller may call none that answers.
        """
        choices = [
            one
            for one in self._all
            if self._weight(one) > 0 and (allowed is None or one.number in allowed)
        ]
        if len(choices) == 1:
            return choices[0]
        if not choices:
            raise ServingError(
                "The caller may call other revisions than those that answer now. Name one with the "
                "header 'Easel-Revision'.",
                code="revision_not_allowed",
            )
        total = sum(self._weight(one) for one in choices)
        point = total * (_random.random() if key is None else _place_of(key))
        for one in choices:
            point -= self._weight(one)
            if point < 0:
                return one
        return choices[-1]

    def is_answering(self, number: int) -> bool:
        """Tell whether a revision is awake and has a share of the calls."""
        found = self.by_number(number)
        if found is None or found.is_asleep or found.unavailable is not None:
            return False
        return self._weight(found) > 0

    def reason_to_roll_back(self) -> str | None:
        """Return why the calls of the rule's revision should go back, ``None`` if all is well."""
        rule = self.rule
        if rule is None or self.rolled_back is not None:
            return None
        new, old = self.by_number(rule.revision), self.by_number(rule.back_to)
        now = time.monotonic()
        if new is None or old is None or new.window.num_calls(now) < rule.min_calls:
            return None
        return _worse(rule, new.window, old.window, now)

    def _weight(self, one: Revision) -> float:
        rule = self.rule
        if rule is None or self.rolled_back is None:
            return one.weight
        if one.number == rule.revision:
            return 0.0
        moved = self.by_number(rule.revision)
        gained = moved.weight if moved is not None and one.number == rule.back_to else 0.0
        return one.weight + gained


def _worse(rule: RollBackRule, new: Window, old: Window, now: float) -> str | None:
    failures, before = new.failure_share(now), old.failure_share(now)
    if failures > before + rule.max_error_margin:
        return (
            f"{failures:.1%} of the calls of revision {rule.revision} failed, {before:.1%} of "
            f"those of revision {rule.back_to}; the limit is {rule.max_error_margin:.1%} more."
        )
    slow, usual = new.percentile_ms(now, 0.99), old.percentile_ms(now, 0.99)
    enough = min(old.num_calls(now), new.num_calls(now)) >= rule.min_timed_calls
    if not enough or slow is None or usual is None:
        return None
    if slow > rule.max_p99_ratio * usual and slow > usual + rule.max_p99_margin_ms:
        return (
            f"99 % of the calls of revision {rule.revision} took up to {slow:.0f} ms, of revision "
            f"{rule.back_to} up to {usual:.0f} ms; the limit is {rule.max_p99_ratio:g} times that."
        )
    return None


def _place_of(key: str) -> float:
    """Return where a key lies between 0 and 1, the same in every gateway."""
    digest = hashlib.blake2b(key.encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def _no_revision(what: str, there: Sequence[Revision]) -> ServingError:
    names = ", ".join(f"{one.number} (version {one.version})" for one in there if not one.is_shadow)
    return ServingError(f"The endpoint does not have {what}. It has: {names}.", code="not_found")
