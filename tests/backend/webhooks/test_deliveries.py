"""What goes through channels arrives, signed, once, and never in a private network."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import hmac
import itertools
import json
import socket
import threading
from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from django.utils import timezone

from backend.webhooks.models import Channel, Delivery
from backend.webhooks.services import deliveries, posting
from backend.webhooks.services.channels import rotate_secret
from backend.webhooks.services.deliveries import (
    GIVEN_UP_AFTER,
    LONGEST_WAIT,
    due_channels,
    forget_old_deliveries,
    queue,
    send_now,
    wait_after,
)
from backend.webhooks.services.sealing import sealed
from tests.backend.conftest import World
from tests.backend.receiver import Received, Receiver, receiving
from tests.backend.webhooks.sending import NOTICE, channel_to, send
from workers.alerts import DeliverySender

pytestmark = pytest.mark.django_db


def come_due() -> None:
    """Let the time come of everything that waits."""
    Delivery.objects.update(next_attempt_at=timezone.now())


def is_signed(secret: str, received: Received) -> bool:
    """Verify a signature as the specification has it, with nothing of ours."""
    assert secret.startswith("whsec_")
    headers = received.headers
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.body
    mac = hmac.new(base64.b64decode(secret[len("whsec_") :]), content, hashlib.sha256).digest()
    expected = base64.b64encode(mac).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(one, f"v1,{expected}") for one in given)


def test_a_webhook_is_signed_as_others_verify_it(world: World, receiver: Receiver) -> None:
    channel, secret = channel_to(world, receiver.url)
    assert queue(channel=channel, key="k", notice=NOTICE)
    assert due_channels() == [channel.id]
    assert send(channel) == 1
    received = receiver.received.get(timeout=10)
    assert is_signed(secret, received)
    changed = Received(received.path, received.headers, received.body + b" ")
    assert not is_signed(secret, changed)
    document = json.loads(received.body)
    assert document["type"] == "alert.firing"
    assert document["data"]["condition"] == "down"
    row = Delivery.objects.get()
    assert (row.state, row.last_status, row.num_attempts) == ("delivered", 204, 1)
    assert received.headers["webhook-id"] == f"msg_{row.id.hex}"
    assert due_channels() == []


def test_another_secret_signs_from_its_making_on(world: World, receiver: Receiver) -> None:
    channel, before = channel_to(world, receiver.url)
    after = rotate_secret(channel=channel, rotated_by=world.caller).secret
    queue(channel=channel, key="k", notice=NOTICE)
    send(channel)
    received = receiver.received.get(timeout=10)
    assert is_signed(after, received)
    assert not is_signed(before, received)


def test_what_waits_in_the_database_can_be_read_with_the_key_alone(
    world: World, receiver: Receiver
) -> None:
    channel, secret = channel_to(world, f"{receiver.url}?token=hidden")
    stored = json.dumps(list(Channel.objects.values()), default=str)
    assert "hidden" not in stored
    assert secret.removeprefix("whsec_") not in stored
    (settings.ENVIRONMENT.data / "keys" / "channels.key").unlink()
    answer = send_now(channel, NOTICE)
    assert not answer.is_accepted
    assert "another key" in answer.text
    assert receiver.num == 0


def test_a_notice_is_queued_once(world: World, receiver: Receiver) -> None:
    channel, _ = channel_to(world, receiver.url)
    assert queue(channel=channel, key="k", notice=NOTICE)
    assert not queue(channel=channel, key="k", notice=NOTICE)
    send(channel)
    assert not queue(channel=channel, key="k", notice=NOTICE)
    send(channel)
    assert receiver.num == 1


def test_what_fails_is_tried_again_with_the_same_id_until_it_is_taken(
    world: World, receiver: Receiver
) -> None:
    channel, _ = channel_to(world, receiver.url)
    queue(channel=channel, key="k", notice=NOTICE)
    receiver.respond = lambda _: (500, {}, b"try later")
    assert send(channel) == 0
    row = Delivery.objects.get()
    assert (row.state, row.last_status, row.last_answer) == ("waiting", 500, "try later")
    assert row.next_attempt_at > timezone.now()
    assert due_channels() == []
    assert send(channel) == 0, "it is not due"
    receiver.respond = lambda _: (200, {}, b"ok")
    come_due()
    assert send(channel) == 1
    first, second = receiver.received.get(timeout=10), receiver.received.get(timeout=10)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert receiver.num == 2


def test_a_delivery_is_given_up_after_a_day_and_stays_to_be_seen(
    world: World, receiver: Receiver
) -> None:
    channel, _ = channel_to(world, receiver.url)
    queue(channel=channel, key="k", notice=NOTICE)
    receiver.respond = lambda _: (404, {}, b"")
    long_ago = timezone.now() - GIVEN_UP_AFTER
    Delivery.objects.update(created_at=long_ago)
    send(channel)
    row = Delivery.objects.get()
    assert (row.state, row.last_status) == ("failed", 404)
    assert due_channels() == []
    assert forget_old_deliveries() == 0
    Delivery.objects.update(created_at=long_ago - timedelta(days=30))
    assert forget_old_deliveries() == 1


def test_waits_grow_to_hours_and_are_never_quite_the_same() -> None:
    random = Random(0)
    waits = [wait_after(number, random) for number in range(1, 14)]
    assert timedelta(seconds=4) <= waits[0] <= timedelta(seconds=6)
    assert all(one < other for one, other in itertools.pairwise(waits[:6]))
    assert all(LONGEST_WAIT * 0.8 <= wait <= LONGEST_WAIT * 1.2 for wait in waits[8:])
    assert len(set(waits)) == len(waits)
    whole = sum(waits, timedelta())
    assert whole > GIVEN_UP_AFTER


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}/",
        "http://[::1]:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "http://0.0.0.0:{port}/",
    ],
)
def test_nothing_is_sent_into_a_private_network(world: World, url: str) -> None:
    with receiving(is_allowed=False) as receiver:
        port = receiver.host.rpartition(":")[2]
        # Named by a number it is refused at once, and by a name that leads here only when sent to.
        channel, _ = channel_to(world, "https://hooks.example/")
        channel.address = sealed(url.format(port=port))
        answer = send_now(channel, NOTICE)
        assert "private network" in answer.text
        assert not answer.is_accepted
        assert receiver.num == 0


def test_a_name_that_leads_elsewhere_the_second_time_gains_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address is looked up once, where the connection is made, and that one is connected to."""
    with receiving(is_allowed=False) as receiver:
        port = int(receiver.host.rpartition(":")[2])
        channel, _ = channel_to(world, f"http://rebinding.example:{port}/")
        asked = []

        def rebinding(host: str, *_: object, **__: object) -> list[Any]:
            asked.append(host)
            address = "127.0.0.1" if len(asked) == 1 else "93.184.216.34"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

        monkeypatch.setattr(socket, "getaddrinfo", rebinding)
        assert "private network" in send_now(channel, NOTICE).text
        assert asked == ["rebinding.example"]
        assert receiver.num == 0


def test_a_redirect_is_not_followed(world: World, receiver: Receiver) -> None:
    receiver.respond = lambda _: (302, {"Location": "/elsewhere"}, b"")
    channel, _ = channel_to(world, receiver.url)
    answer = send_now(channel, NOTICE)
    assert (answer.is_accepted, answer.status) == (False, 302)
    assert receiver.num == 1


def test_of_a_long_answer_only_the_beginning_is_read(world: World, receiver: Receiver) -> None:
    receiver.respond = lambda _: (500, {}, b"x" * (posting.MAX_ANSWER_BYTES * 4))
    channel, _ = channel_to(world, receiver.url)
    answer = send_now(channel, NOTICE)
    assert answer.status == 500
    assert 0 < len(answer.text) < 1000


def test_a_server_that_answers_byte_by_byte_is_left_after_the_whole_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each read would be within its own limit: what counts is all of them together."""
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.5)
    enough = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nx: ")
                while not enough.wait(0.05):
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        environment = settings.ENVIRONMENT
        with override_settings(ENVIRONMENT=_allowing(environment, f"127.0.0.1:{port}")):
            channel, _ = channel_to(world, f"http://127.0.0.1:{port}/")
            answer = send_now(channel, NOTICE)
        enough.set()
        thread.join(10)
    assert not answer.is_accepted
    assert "No answer within" in answer.text


def test_a_server_that_cannot_be_reached_is_an_answer_too(world: World) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    environment = _allowing(settings.ENVIRONMENT, f"127.0.0.1:{port}")
    with override_settings(ENVIRONMENT=environment):
        channel, _ = channel_to(world, f"http://127.0.0.1:{port}/")
        answer = send_now(channel, NOTICE)
    assert (answer.is_accepted, answer.status) == (False, None)
    assert "cannot be reached" in answer.text


def _allowing(environment: Any, host: str) -> Any:
    return dataclasses.replace(environment, webhook_private_hosts=(host,))


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_nothing_twice(world: World, receiver: Receiver) -> None:
    """Both begin at once, and the receiver holds the first request until both have tried."""
    channel, _ = channel_to(world, receiver.url)
    for number in range(5):
        queue(channel=channel, key=str(number), notice=NOTICE)
    held = threading.Event()

    def respond(_: Received) -> tuple[int, Mapping[str, str], bytes]:
        assert held.wait(10)
        return 204, {}, b""

    receiver.respond = respond
    nums: list[int] = []

    def work() -> None:
        try:
            nums.append(send(channel))
        finally:
            connections.close_all()

    first = threading.Thread(target=work)
    first.start()
    receiver.received.get(timeout=10)
    second = threading.Thread(target=work)
    second.start()
    second.join(10)
    assert nums == [0], "the channel is served by the other"
    held.set()
    first.join(10)
    assert sorted(nums) == [0, 5]
    assert receiver.num == 5


def test_what_a_killed_worker_had_begun_is_taken_over_and_not_before(
    world: World, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, _ = channel_to(world, receiver.url)
    queue(channel=channel, key="k", notice=NOTICE)

    class Killed(BaseException):
        """The worker is gone: nothing after it runs."""

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(deliveries, "_note", die)
    with pytest.raises(Killed):
        send(channel)
    # What `finally` does a kill leaves undone.
    Channel.objects.update(busy_until=timezone.now() + deliveries.LEASE)
    monkeypatch.undo()
    assert due_channels() == []
    assert send(channel) == 0
    Channel.objects.update(busy_until=timezone.now())
    assert send(channel) == 0, "the attempt itself may still be under way"
    come_due()
    assert send(channel) == 1
    first, second = receiver.received.get(timeout=10), receiver.received.get(timeout=10)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]


def test_a_clock_that_was_set_back_keeps_no_channel_busy(world: World, receiver: Receiver) -> None:
    channel, _ = channel_to(world, receiver.url)
    queue(channel=channel, key="k", notice=NOTICE)
    Channel.objects.update(busy_until=timezone.now() + timedelta(hours=5))
    assert send(channel) == 1


@pytest.mark.django_db(transaction=True)
def test_receivers_that_never_answer_delay_nobody(world: World, receiver: Receiver) -> None:
    """They hold their connections until the other delivery has arrived."""
    released = threading.Event()

    def never(_: Received) -> tuple[int, Mapping[str, str], bytes]:
        released.wait(20)
        return 204, {}, b""

    with receiving(never) as silent:
        for number in range(3):
            stuck, _ = channel_to(world, silent.url)
            queue(channel=stuck, key=str(number), notice=NOTICE)
        sender = DeliverySender()
        sender.send_due()
        for _ in range(3):
            silent.received.get(timeout=10)
        channel, _ = channel_to(world, receiver.url)
        queue(channel=channel, key="k", notice=NOTICE)
        sender._next = 0.0
        sender.send_due()
        assert receiver.received.get(timeout=8)
        assert not released.is_set()
        released.set()
        for thread in sender._threads.values():
            thread.join(20)
