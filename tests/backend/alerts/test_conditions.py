"""Each condition fires when it holds, resolves when it does not, and does not flap."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from backend.alerts.conditions import all_conditions
from backend.alerts.models import Alert
from backend.deployments.models import Deployment, EndpointKey
from backend.deployments.services.counting import Span
from backend.deployments.services.watching import FAILURES, QUOTA_REFUSALS, watched_endpoints
from backend.drift.models import DriftWindow
from backend.webhooks.contracts import LANGUAGES
from engine.serving.errors import MEANINGS
from tests.backend.alerts.conftest import calls, forget_calls, make_endpoint, pass_minutes, states
from tests.backend.conftest import World

pytestmark = pytest.mark.django_db

Change = Callable[[Deployment], None]


def _set(**fields: Any) -> Change:
    return lambda one: Deployment.objects.filter(id=one.id).update(**fields) and None


def _revision(**fields: Any) -> Change:
    return lambda one: one.revisions.update(**fields) and None


def _deaths(one: Deployment) -> None:
    times = [(timezone.now() - timedelta(minutes=n)).isoformat() for n in range(3)]
    one.revisions.update(died_at=times)


def _quota(num: int) -> Change:
    def change(one: Deployment) -> None:
        Deployment.objects.filter(id=one.id).update(limits={"daily_quota": 100})
        calls(one, num, span=Span.DAY)

    return change


def _key_quota(num: int) -> Change:
    def change(one: Deployment) -> None:
        key, _ = EndpointKey.objects.get_or_create(
            deployment=one, name="Shop", prefix="k", sha256="x", limits={"daily_quota": 10}
        )
        calls(one, num, span=Span.DAY, callers={str(key.id): num})

    return change


def _window(verdict: str) -> Change:
    def change(one: Deployment) -> None:
        now = timezone.now()
        DriftWindow.objects.create(
            deployment=one, revision=1, first_at=now, last_at=now, closed_at=now, assessed_at=now,
            verdict=verdict,
        )  # fmt: skip

    return change


CASES: dict[str, tuple[str, Change, Change]] = {
    "failed": (
        "down",
        _set(state="failed", error_message="No file."),
        _set(state="running"),
    ),
    "never starts": ("down", _set(state="starting"), _set(state="running")),
    "stopped by its owner": (
        "down",
        _set(state="failed"),
        _set(desired_state="stopped", state="stopped"),
    ),
    "no replica": ("down", _revision(num_ready=0), _revision(num_ready=1)),
    "new revision failed": ("down", _revision(state="failed"), _revision(state="running")),
    "loop": ("restarting", _deaths, _revision(died_at=[])),
    "errors": (
        "failing",
        lambda one: calls(one, 100, replica_lost=30),
        lambda one: calls(one, 100, replica_lost=1),
    ),
    "slow": (
        "slow_p95",
        lambda one: calls(one, 200, latency_ms=9000),
        lambda one: calls(one, 200, latency_ms=90),
    ),
    "very slow": (
        "slow_p99",
        lambda one: calls(one, 300, latency_ms=20_000),
        lambda one: calls(one, 300, latency_ms=90),
    ),
    "quota": ("quota_near", _quota(90), _quota(20)),
    "quota of a key": ("quota_near", _key_quota(9), _key_quota(2)),
    "quota used": (
        "quota_used",
        lambda one: calls(one, 9, daily_quota_used=2),
        lambda one: calls(one, 9),
    ),
    "total quota used": (
        "quota_used",
        lambda one: calls(one, 9, total_quota_used=1),
        lambda one: forget_calls(),
    ),
    "drift": ("drifted", _window("drifted"), _window("same")),
    "rolled back": (
        "rolled_back",
        _revision(withdrawn_reason="It failed more often."),
        _revision(withdrawn_reason=""),
    ),
}


def test_every_condition_has_a_case() -> None:
    assert {condition for condition, _, _ in CASES.values()} == all_conditions().keys()


def test_drift_of_a_revision_that_nobody_calls_is_no_alert(endpoint: Deployment) -> None:
    _window("drifted")(endpoint)
    _revision(weight=0, routed_weight=0)(endpoint)
    pass_minutes(4)
    assert states("drifted") == []


@pytest.mark.parametrize("case", CASES)
def test_it_fires_once_it_has_held_and_resolves_once_it_has_not(
    endpoint: Deployment, case: str
) -> None:
    key, breaks, repairs = CASES[case]
    hold = all_conditions()[key].hold_minutes
    pass_minutes(2)
    assert states(key) == []
    breaks(endpoint)
    pass_minutes(hold - 1)
    assert "firing" not in states(key)
    pass_minutes()
    assert states(key) == ["firing"]
    pass_minutes(3)
    assert states(key) == ["firing"], "it fires once"
    repairs(endpoint)
    pass_minutes(hold - 1)
    assert states(key) == ["firing"] * (hold > 1) or hold == 1
    pass_minutes()
    assert states(key) == ["resolved"]
    breaks(endpoint)
    Deployment.objects.filter(id=endpoint.id).update(desired_state="running")
    pass_minutes(hold)
    assert states(key) == ["resolved", "firing"], "another time is another alert"


@pytest.mark.parametrize("case", [one for one in CASES if CASES[one][0] in ("down", "failing")])
def test_what_comes_and_goes_from_minute_to_minute_does_not_flap(
    endpoint: Deployment, case: str
) -> None:
    key, breaks, repairs = CASES[case]
    for _ in range(4):
        breaks(endpoint)
        Deployment.objects.filter(id=endpoint.id).update(desired_state="running")
        pass_minutes()
        repairs(endpoint)
        pass_minutes()
    assert Alert.objects.exclude(state="pending").count() == 0
    breaks(endpoint)
    Deployment.objects.filter(id=endpoint.id).update(desired_state="running")
    pass_minutes(2)
    assert states(key) == ["firing"]
    for _ in range(4):
        repairs(endpoint)
        pass_minutes()
        breaks(endpoint)
        Deployment.objects.filter(id=endpoint.id).update(desired_state="running")
        pass_minutes()
    assert states(key) == ["firing"]


def test_a_value_a_little_below_the_limit_keeps_an_alert_as_it_is(endpoint: Deployment) -> None:
    calls(endpoint, 200, latency_ms=9000)
    pass_minutes(5)
    calls(endpoint, 200, latency_ms=4700)
    pass_minutes(10)
    [value] = [one.recent for one in watched_endpoints()]
    assert value.num_calls == 200
    assert states("slow_p95") == ["firing"]
    calls(endpoint, 200, latency_ms=3000)
    pass_minutes(5)
    assert states("slow_p95") == ["resolved"]


def test_a_few_errors_of_few_calls_say_nothing(endpoint: Deployment) -> None:
    calls(endpoint, 10, internal=10)
    pass_minutes(4)
    assert states("failing") == []
    calls(endpoint, 40, internal=4)
    pass_minutes(4)
    assert states("failing") == [], "a tenth of forty may be chance: the lower bound is below 5 %"
    calls(endpoint, 400, internal=40)
    pass_minutes(2)
    assert states("failing") == ["firing"]


def test_what_callers_do_wrong_is_no_failure(endpoint: Deployment) -> None:
    calls(endpoint, 100, image_invalid=60, token_invalid=20, rate_limited=20)
    pass_minutes(4)
    assert states("failing") == []


def test_codes_of_failures_are_those_of_the_server() -> None:
    assert {code for code, meaning in MEANINGS.items() if meaning.status >= 500} == FAILURES
    assert {code for code in MEANINGS if code.endswith("quota_used")} == QUOTA_REFUSALS


def test_refused_calls_and_failures_take_nothing_from_a_quota(endpoint: Deployment) -> None:
    Deployment.objects.update(limits={"daily_quota": 100})
    calls(endpoint, 130, span=Span.DAY, daily_quota_used=30, internal=40)
    [use] = watched_endpoints()[0].quotas
    assert use.num_used == 60


def test_a_roll_back_is_news_until_there_is_a_newer_revision(endpoint: Deployment) -> None:
    version = endpoint.model_version
    endpoint.revisions.create(
        number=2, model_version=version, replicas=1, withdrawn_reason="It was slower."
    )
    pass_minutes()
    assert states("rolled_back") == ["firing"]
    endpoint.revisions.create(number=3, model_version=version, replicas=1)
    pass_minutes()
    assert states("rolled_back") == ["resolved"]


def test_calls_that_a_clock_left_in_the_future_do_not_count(endpoint: Deployment) -> None:
    calls(endpoint, 100, internal=100)
    endpoint.statistics.update(begin=timezone.now() + timedelta(hours=1))
    pass_minutes(4)
    assert states("failing") == []


def test_an_endpoint_that_sleeps_is_not_down(endpoint: Deployment) -> None:
    Deployment.objects.update(state="asleep", is_asleep=True)
    pass_minutes(4)
    assert states("down") == []


def test_a_thousand_endpoints_are_as_many_queries_as_one(
    world: World, endpoint: Deployment
) -> None:
    def num_queries() -> int:
        pass_minutes()
        with CaptureQueriesContext(connection) as queries:
            pass_minutes()
        return len(queries)

    few = num_queries()
    for number in range(10):
        other = make_endpoint(world, f"other-{number}")
        calls(other, 100)
    assert num_queries() == few
    assert few <= 18, "five for endpoints, the others for alerts, rules, silences and whose turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_can_be_filled_in(language: str) -> None:
    for condition in all_conditions().values():
        title = condition.titles[language].format(endpoint="Cells")
        text = condition.texts[language].format(value="3 %", limit="1 %", detail="why")
        assert "Cells" in title
        assert "{" not in title + text
        assert (condition.limit is None) == (condition.unit == "none")
