"""Each kind of channel is spoken to in the shape that its service documents."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail
from django.test import override_settings

from backend.accounts.models import Membership
from backend.webhooks.contracts import Notice
from backend.webhooks.models import Channel, Delivery
from backend.webhooks.services.channels import create_channel
from backend.webhooks.services.deliveries import (
    queue,
    send_now,
)
from tests.backend.conftest import World
from tests.backend.receiver import Receiver
from tests.backend.webhooks.sending import NOTICE, channel_to, send

pytestmark = pytest.mark.django_db


def test_slack_gets_text_in_which_nothing_is_markup_of_somebody_else(
    world: World, receiver: Receiver
) -> None:
    channel, _ = channel_to(world, receiver.url, "slack")
    assert send_now(channel, NOTICE).is_accepted
    document = json.loads(receiver.received.get(timeout=10).body)
    assert document.keys() == {"text"}
    assert "&lt;b&gt;Cells&lt;/b&gt;" in document["text"]
    assert "A &amp; B" in document["text"]
    assert f"<{NOTICE.url}>" in document["text"]


def test_dingtalk_is_signed_in_its_query(world: World, receiver: Receiver) -> None:
    receiver.respond = lambda _: (200, {}, b'{"errcode":0,"errmsg":"ok"}')
    channel, _ = channel_to(world, f"{receiver.url}?access_token=t", "dingtalk", secret="SECx")
    assert send_now(channel, NOTICE).is_accepted
    received = receiver.received.get(timeout=10)
    query = {name: values[0] for name, values in parse_qs(urlsplit(received.path).query).items()}
    assert query["access_token"] == "t"
    mac = hmac.new(b"SECx", f"{query['timestamp']}\nSECx".encode(), hashlib.sha256).digest()
    assert query["sign"] == base64.b64encode(mac).decode()
    document = json.loads(received.body)
    assert document["msgtype"] == "markdown"
    assert document["markdown"].keys() == {"title", "text"}
    assert "[down]" not in document["markdown"]["text"]


def test_wecom_gets_markdown_of_bounded_length(world: World, receiver: Receiver) -> None:
    receiver.respond = lambda _: (200, {}, b'{"errcode":0}')
    channel, _ = channel_to(world, receiver.url, "wecom")
    long = Notice("alert.firing", "s", "长" * 5000, "http://x", {})
    assert send_now(channel, long).is_accepted
    document = json.loads(receiver.received.get(timeout=10).body)
    assert document["msgtype"] == "markdown"
    assert len(document["markdown"]["content"].encode()) <= 4096
    assert NOTICE.event not in document["markdown"]["content"]


@pytest.mark.parametrize("kind", ["dingtalk", "wecom"])
@pytest.mark.parametrize(
    "body", [b'{"errcode":310000,"errmsg":"sign not match"}', b"<html>", b"[]"]
)
def test_a_robot_that_refuses_with_status_200_has_not_taken_it(
    world: World, receiver: Receiver, kind: str, body: bytes
) -> None:
    receiver.respond = lambda _: (200, {}, body)
    channel, _ = channel_to(world, receiver.url, kind)
    answer = send_now(channel, NOTICE)
    assert (answer.is_accepted, answer.status) == (False, 200)
    assert answer.text == body.decode()


def test_a_mail_goes_to_the_member_and_has_the_same_id_each_time(world: World) -> None:
    member = Membership.objects.get(user=world.owner)
    made = create_channel(
        organisation_id=world.organisation.id, kind="email", name="c", member_id=member.id,
        made_by=world.caller,
    )  # fmt: skip
    channel = Channel.objects.get(id=made.id)
    assert not send_now(channel, NOTICE).is_accepted, "no mail server is configured"
    with override_settings(EMAIL_HOST="mail.example"):
        queue(channel=channel, key="k", notice=NOTICE)
        assert send(channel) == 1
    [sent] = mail.outbox
    assert sent.to == [world.owner.email]
    assert sent.subject == NOTICE.subject
    assert sent.extra_headers["Message-ID"].startswith(f"<{Delivery.objects.get().id.hex}@")


def test_a_mail_server_that_refuses_is_an_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = Channel.objects.create(
        organisation=world.organisation, kind="email", name="c", user=world.owner, shown_address="x"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    backend = "django.core.mail.backends.smtp.EmailBackend"
    with override_settings(EMAIL_HOST="127.0.0.1", EMAIL_PORT=port, EMAIL_BACKEND=backend):
        answer = send_now(channel, NOTICE)
    assert not answer.is_accepted
    assert "refused" in answer.text
