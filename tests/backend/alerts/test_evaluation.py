"""Alerts fire once, are notified once, and are nobody else's business."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import Organisation, User
from backend.alerts.conditions import all_conditions
from backend.alerts.contracts import AlertedEndpoint
from backend.alerts.models import Alert, AlertEvent, Evaluation, Rule, Silence
from backend.alerts.services import changes
from backend.alerts.services.evaluation import evaluate
from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment
from backend.projects.models import Project
from backend.webhooks.models import Channel, Delivery
from tests.backend.alerts.conftest import make_endpoint, pass_minutes, sent, states
from tests.backend.conftest import World, make_world, ok

pytestmark = pytest.mark.django_db


def fail(endpoint: Deployment) -> None:
    """Let an endpoint be down."""
    Deployment.objects.filter(id=endpoint.id).update(state="failed", error_message="No file.")


def repair(endpoint: Deployment) -> None:
    """Let it run again."""
    Deployment.objects.filter(id=endpoint.id).update(state="running", error_message="")


def test_channels_are_notified_once_of_each_change(
    world: World, endpoint: Deployment, channel: Channel, api: APIClient
) -> None:
    fail(endpoint)
    pass_minutes(5)
    assert sent() == ["alert.firing"]
    [alert] = Alert.objects.all()
    shown = ok(api.post(f"/api/v1/alerts/{alert.id}/acknowledge"))
    assert shown["state"] == "acknowledged"
    assert [one["state"] for one in shown["events"]] == ["firing", "acknowledged"]
    assert shown["events"][1]["person"]["id"] == str(world.owner.id)
    repair(endpoint)
    pass_minutes(5)
    assert sent() == ["alert.firing", "alert.acknowledged", "alert.resolved"]
    fired, acknowledged, resolved = Delivery.objects.order_by("created_at", "id")
    assert world.owner.name in acknowledged.notice["text"]
    assert acknowledged.notice["data"]["person"] == world.owner.name
    assert fired.notice["data"]["person"] is None
    # What it says of the alert is not what it said when it fired.
    assert "It no longer holds" in resolved.notice["text"]
    assert fired.notice["text"].splitlines()[0] not in resolved.notice["text"]
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"alert.fired", "alert.acknowledged", "alert.resolved"} <= actions


def test_a_notice_says_what_is_wrong_where_in_the_language_of_the_channel(
    world: World, endpoint: Deployment, channel: Channel
) -> None:
    Channel.objects.create(
        organisation=world.organisation, kind="wecom", name="群", shown_address="x",
        language="zh-CN",
    )  # fmt: skip
    fail(endpoint)
    pass_minutes(2)
    english, chinese = (
        Delivery.objects.get(channel__language=one).notice for one in ("en", "zh-CN")
    )
    assert english["subject"] == "Firing: Cells live is down"
    assert "No file." in english["text"]
    assert english["url"].endswith(f"/projects/{world.project.id}/deploy/{endpoint.id}?tab=alerts")
    assert english["data"]["deployment_id"] == str(endpoint.id)
    assert chinese["subject"] == "告警：Cells live 无法响应"


def test_only_channels_of_the_project_or_of_all_projects_are_notified(
    world: World, endpoint: Deployment, channel: Channel
) -> None:
    other = Project.objects.create(
        organisation=world.organisation, name="Other", task="image.classification"
    )
    theirs = make_world("theirs")
    for organisation, project, name in (
        (world.organisation, endpoint.project, "ours"),
        (world.organisation, other, "another project"),
        (theirs.organisation, None, "another organisation"),
    ):
        Channel.objects.create(
            organisation=organisation, project=project, kind="slack", name=name, shown_address="x"
        )
    fail(endpoint)
    pass_minutes(2)
    names = set(Delivery.objects.values_list("channel__name", flat=True))
    assert names == {"c", "ours"}


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_evaluates_a_minute(
    world: World, endpoint: Deployment, channel: Channel
) -> None:
    fail(endpoint)
    for _ in range(3):
        Evaluation.objects.update_or_create(
            id=1, defaults={"at": timezone.now() - timedelta(seconds=60)}
        )
        begin, done = threading.Barrier(4), []

        def work(begin: threading.Barrier = begin, done: list[bool] = done) -> None:
            try:
                begin.wait(10)
                done.append(evaluate())
            finally:
                connections.close_all()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(done) == [False, False, False, True]
    assert states("down") == ["firing"]
    assert sent() == ["alert.firing"]


@pytest.mark.django_db(transaction=True)
def test_two_who_change_one_alert_change_it_once(
    world: World, endpoint: Deployment, channel: Channel
) -> None:
    fail(endpoint)
    pass_minutes(2)
    [alert] = Alert.objects.all()
    begin, done = threading.Barrier(3), []
    names = AlertedEndpoint(endpoint.id, "c", endpoint.project_id, "p", world.organisation.id)

    def work() -> None:
        try:
            begin.wait(10)
            mine = Alert.objects.get(id=alert.id)
            mine.state = Alert.State.FIRING
            done.append(changes.change_state(mine, "resolved", endpoint=names, is_silent=False))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(done) == [False, False, True]
    assert sent() == ["alert.firing", "alert.resolved"]


def test_a_worker_that_is_killed_changes_all_or_nothing(
    endpoint: Deployment, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The worker is gone."""

    def die(*_: object, **__: object) -> None:
        raise Killed

    fail(endpoint)
    pass_minutes()
    with monkeypatch.context() as patched:
        patched.setattr(changes, "_queue", die)
        with pytest.raises(Killed):
            pass_minutes()
    assert states("down") == ["pending"]
    assert AlertEvent.objects.count() == 0
    pass_minutes()
    assert states("down") == ["firing"]
    assert sent() == ["alert.firing"]


def test_it_is_evaluated_once_a_minute(endpoint: Deployment) -> None:
    assert evaluate()
    assert not evaluate()


@pytest.mark.parametrize("jump", [timedelta(hours=3), timedelta(days=-2), timedelta(minutes=20)])
def test_a_clock_that_jumps_fires_nothing(endpoint: Deployment, jump: timedelta) -> None:
    pass_minutes(2)
    fail(endpoint)
    pass_minutes()
    Evaluation.objects.update(at=timezone.now() - jump)
    assert evaluate(), "nobody waits until a clock is as late again"
    assert states("down") == ["pending"], "it has to hold anew"
    pass_minutes()
    assert states("down") == ["firing"]


def test_a_condition_that_cannot_be_measured_leaves_the_others_alone(
    endpoint: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = all_conditions()["failing"]

    def fails(_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setitem(all_conditions(), "failing", type(broken)(**vars(broken) | {"read": fails}))
    fail(endpoint)
    pass_minutes(2)
    assert states("down") == ["firing"]


def test_a_silence_holds_back_and_what_still_fires_is_sent_when_it_ends(
    endpoint: Deployment, channel: Channel
) -> None:
    Silence.objects.create(deployment=endpoint, until=timezone.now() + timedelta(hours=1))
    fail(endpoint)
    pass_minutes(3)
    assert states("down") == ["firing"]
    assert sent() == []
    Silence.objects.update(until=timezone.now())
    pass_minutes(3)
    assert sent() == ["alert.firing"]


def test_what_resolves_within_a_silence_is_never_sent(
    endpoint: Deployment, channel: Channel
) -> None:
    Silence.objects.create(
        deployment=endpoint, condition="down", until=timezone.now() + timedelta(hours=1)
    )
    fail(endpoint)
    pass_minutes(2)
    repair(endpoint)
    pass_minutes(2)
    Silence.objects.all().delete()
    pass_minutes(2)
    assert states("down") == ["resolved"]
    assert sent() == []


def test_a_silence_of_one_condition_leaves_the_others_loud(
    endpoint: Deployment, channel: Channel
) -> None:
    Silence.objects.create(
        deployment=endpoint, condition="failing", until=timezone.now() + timedelta(hours=1)
    )
    fail(endpoint)
    pass_minutes(2)
    assert sent() == ["alert.firing"]


def test_rules_change_when_it_fires_and_can_switch_it_off(endpoint: Deployment) -> None:
    rule = Rule.objects.create(deployment=endpoint, condition="down", hold_minutes=4)
    fail(endpoint)
    pass_minutes(3)
    assert states("down") == ["pending"]
    pass_minutes()
    assert states("down") == ["firing"]
    Rule.objects.filter(id=rule.id).update(is_on=False)
    pass_minutes()
    assert states("down") == ["resolved"]
    pass_minutes(5)
    assert states("down") == ["resolved"]


def test_everything_goes_with_what_it_is_about(
    world: World, endpoint: Deployment, channel: Channel
) -> None:
    other = make_endpoint(world, "other")
    for one in (endpoint, other):
        fail(one)
        Rule.objects.create(deployment=one, condition="failing")
        Silence.objects.create(deployment=one, condition="failing", until=timezone.now())
    pass_minutes(2)
    assert Alert.objects.count() == 2
    endpoint.delete()
    rows = (Alert, AlertEvent, Rule, Silence)
    assert [model.objects.count() for model in rows] == [1, 1, 1, 1]
    project_channel = Channel.objects.create(
        organisation=world.organisation, project_id=world.project.id, kind="slack", name="p",
        shown_address="x",
    )  # fmt: skip
    Deployment.objects.all().delete()
    Project.objects.filter(id=world.project.id).delete()
    assert [model.objects.count() for model in rows] == [0, 0, 0, 0]
    assert not Channel.objects.filter(id=project_channel.id).exists()
    Organisation.objects.filter(id=world.organisation.id).delete()
    assert Channel.objects.count() == Delivery.objects.count() == 0


def test_alerts_of_deleted_endpoints_and_trashed_projects_are_shown_to_nobody(
    world: World, endpoint: Deployment, api: APIClient
) -> None:
    fail(endpoint)
    pass_minutes(2)
    address = f"/api/v1/alerts?organisation={world.organisation.id}"
    count = f"/api/v1/alerts/count?organisation={world.organisation.id}"
    assert len(ok(api.get(address))["results"]) == 1
    assert ok(api.get(count)) == {"num_firing": 1}
    Project.objects.update(trashed_at=timezone.now())
    assert ok(api.get(address))["results"] == []
    Project.objects.update(trashed_at=None)
    Deployment.objects.update(is_deleted=True)
    assert ok(api.get(address))["results"] == []
    assert ok(api.get(count)) == {"num_firing": 0}


def test_who_is_no_developer_sees_and_changes_nothing(
    world: World, endpoint: Deployment, client_of: Callable[[User], APIClient]
) -> None:
    fail(endpoint)
    pass_minutes(2)
    [alert] = Alert.objects.all()
    viewer = client_of(world.member(Role.VIEWER))
    stranger = client_of(make_world("theirs").owner)
    listed = f"/api/v1/alerts?organisation={world.organisation.id}&state=firing"
    rules = f"/api/v1/deployments/{endpoint.id}/alert-rules"
    assert len(ok(viewer.get(listed))["results"]) == 1
    assert len(ok(viewer.get(rules))["rules"]) == len(all_conditions())
    acknowledge = f"/api/v1/alerts/{alert.id}/acknowledge"
    assert viewer.post(acknowledge).status_code == 403
    assert viewer.put(f"{rules}/down", {}).status_code == 403
    for answer in (
        stranger.post(acknowledge),
        stranger.get(listed),
        stranger.get(rules),
        stranger.put(f"{rules}/down", {}),
        stranger.put(f"/api/v1/deployments/{endpoint.id}/alert-silence", {"until": None}),
    ):
        assert answer.status_code == 404
    assert Alert.objects.get().state == "firing"


def test_alerts_of_a_project_or_an_endpoint_of_others_are_not_found(
    world: World, api: APIClient
) -> None:
    theirs = make_world("theirs")
    endpoint = make_endpoint(theirs, "theirs")
    for name, value in (("project", theirs.project.id), ("deployment", endpoint.id)):
        query = {"organisation": world.organisation.id, name: value}
        ok(api.get("/api/v1/alerts", query), 404)


def test_an_alert_is_acknowledged_once(endpoint: Deployment, api: APIClient) -> None:
    fail(endpoint)
    pass_minutes(2)
    address = f"/api/v1/alerts/{Alert.objects.get().id}/acknowledge"
    ok(api.post(address))
    assert ok(api.post(address), 409)["code"] == "alert_not_firing"


def test_rules_and_silences_are_set_within_their_bounds(
    endpoint: Deployment, api: APIClient
) -> None:
    rules = f"/api/v1/deployments/{endpoint.id}/alert-rules"
    shown = ok(api.put(f"{rules}/failing", {"limit": 0.2, "hold_minutes": 7}))
    [failing] = [one for one in shown["rules"] if one["condition"] == "failing"]
    assert (failing["limit"], failing["default_limit"], failing["hold_minutes"]) == (0.2, 0.05, 7)
    assert ok(api.put(f"{rules}/failing", {"limit": 1.5}), 422)["code"] == "limit_out_of_range"
    assert ok(api.put(f"{rules}/down", {"limit": 1}), 422)["code"] == "limit_not_taken"
    assert ok(api.put(f"{rules}/nothing", {}), 404)["code"] == "condition_not_found"
    ok(api.put(f"{rules}/down", {"hold_minutes": 0}), 422)
    silence = f"/api/v1/deployments/{endpoint.id}/alert-silence"
    past = (timezone.now() - timedelta(hours=1)).isoformat()
    assert ok(api.put(silence, {"until": past}), 422)["code"] == "silence_in_past"
    until = (timezone.now() + timedelta(hours=1)).isoformat()
    assert ok(api.put(silence, {"until": until}))["silent_until"] is not None
    one = ok(api.put(silence, {"until": until, "condition": "down"}))
    assert [rule["condition"] for rule in one["rules"] if rule["silent_until"]] == ["down"]
    ended = ok(api.put(silence, {"until": None}))
    assert ended["silent_until"] is None
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"alert_rule.changed", "alert_rule.silenced", "alert_rule.silence_ended"} <= actions
