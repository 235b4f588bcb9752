"""Where model servers on this machine listen, and where they are reached."""

from __future__ import annotations

import dataclasses
import socket
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from workers.launchers.launcher import LaunchFailed, Listening
from workers.launchers.local.ports import Ports, address_of

SPEC = Path("deployment.json")


@pytest.mark.parametrize(
    ("host", "inside", "outside"),
    [
        ("0.0.0.0", "127.0.0.1", "models.example"),
        ("::", "[::1]", "models.example"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("10.0.0.7", "10.0.0.7", "10.0.0.7"),
    ],
)
def test_callers_reach_what_listens_everywhere_by_the_host_of_the_site(
    host: str, inside: str, outside: str
) -> None:
    public = dataclasses.replace(settings.ENVIRONMENT, public_url="https://models.example/easel")
    with override_settings(ENVIRONMENT=public):
        address = address_of(host, 9001)
    assert address.inside == f"http://{inside}:9001"
    assert address.outside == f"http://{outside}:9001"


def test_ports_of_a_range_are_given_once_and_run_out_with_the_reason() -> None:
    def port(*taken: int) -> int:
        addresses = [f"http://127.0.0.1:{one}" for one in taken]
        return Ports().choose(SPEC, Listening(is_public=True, before="", taken=lambda: addresses))[
            1
        ]

    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        first = held.getsockname()[1]
        ports = range(first, min(first + 40, 65_536))
        limited = dataclasses.replace(settings.ENVIRONMENT, serving_ports=ports)
        with override_settings(ENVIRONMENT=limited):
            given = port()
            assert given in ports[1:]
            assert port(given) > given
        limited = dataclasses.replace(settings.ENVIRONMENT, serving_ports=ports[:1])
        with override_settings(ENVIRONMENT=limited), pytest.raises(LaunchFailed) as error:
            port()
    assert error.value.code == "no_port_left"
