"""No call fails while everything behind and at the gateway changes, all of it under load."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.specs.gateway import RollBackRule
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    revision,
    route,
    server_spec,
)
from tests.engine.serving.deployments import Deployment, Issuer, deployed
from tests.engine.serving.traffic import IMAGE, traffic

PREDICT = f"/endpoints/{SUFFIX}/predict"
Servers = tuple[Deployment, Deployment]


@pytest.fixture(scope="module")
def gateway(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGateway]:
    """Yield a gateway whose whole traffic goes to the first revision."""
    with gateway_running(
        gateway_spec(_shared(servers, 100, 0)), tmp_path_factory.mktemp("gateway")
    ) as running:
        yield running


def _shared(servers: Servers, first: float, second: float, **changes: Any) -> Any:
    one = revision(1, servers[0].address, weight=first)
    two = revision(2, servers[1].address, weight=second)
    return route(one, two, sticky="none", **changes)


def test_a_version_is_shifted_promoted_and_rolled_back(
    gateway: RunningGateway, servers: Servers
) -> None:
    with traffic(gateway.url, PREDICT) as calling:
        seen = []
        for first, second in ((100, 0), (90, 10), (50, 50), (0, 100), (100, 0)):
            gateway.change(gateway_spec(_shared(servers, first, second)))
            calling.wait_for(30)
            seen.append({*calling.versions[-15:]})
    assert calling.failures == []
    assert (seen[0], seen[2], seen[3], seen[4]) == ({"1"}, {"1", "2"}, {"2"}, {"1"})


def test_the_gateways_process_is_replaced(gateway: RunningGateway, servers: Servers) -> None:
    gateway.change(gateway_spec(_shared(servers, 100, 0)))
    with traffic(gateway.url, PREDICT) as calling:
        calling.wait_for(30)
        before = gateway.children()
        gateway.process.send_signal(signal.SIGUSR2)
        gateway.wait_until("The replacement", lambda _: not {*before} & {*gateway.children()})
        gateway.wait_until("The return", lambda status: status["state"] == "ready")
        calling.wait_for(30)
    assert calling.failures == []


def test_the_only_replica_of_a_revision_is_killed_again_and_again(
    gateway: RunningGateway,
    servers: Servers,
    packages: tuple[Path, Path],
    issuer: Issuer,
    tmp_path: Path,
) -> None:
    with deployed(server_spec(packages[0], issuer, "1"), tmp_path / "alone") as alone:
        gateway.change(gateway_spec(_shared((alone, servers[1]), 100, 0)))
        with traffic(gateway.url, PREDICT) as calling:
            for _ in range(2):
                calling.wait_for(20)
                killed = alone.children()
                os.kill(killed[0], signal.SIGKILL)
                alone.wait_until("The death", lambda status: status["replicas_ready"] == 0)
                alone.wait_until("The return", lambda status: status["replicas_ready"] == 1)
            calling.wait_for(20)
        assert calling.failures == []
    gateway.change(gateway_spec(_shared(servers, 100, 0)))


def test_replicas_are_added_and_taken_away(
    gateway: RunningGateway,
    servers: Servers,
    packages: tuple[Path, Path],
    issuer: Issuer,
    tmp_path: Path,
) -> None:
    alone = revision(1, servers[0].address, weight=100)
    with (
        deployed(server_spec(packages[0], issuer, "1"), tmp_path / "more") as more,
        traffic(gateway.url, PREDICT) as calling,
    ):
        both = revision(1, servers[0].address, more.address, weight=100)
        for _ in range(2):
            for one in (both, alone):
                gateway.change(gateway_spec(route(one)))
                calling.wait_for(30)
        assert calling.failures == []


class _Failing(BaseHTTPRequestHandler):
    """A model server that fails on everything."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(500)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def failing() -> Iterator[str]:
    """Yield the address of a model server that fails on everything."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Failing) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_revision_that_fails_loses_its_calls_by_itself_until_its_owner_decides(
    gateway: RunningGateway, servers: Servers, failing: str
) -> None:
    rule = RollBackRule(revision=2, back_to=1, min_calls=5, window_seconds=60)
    good = revision(1, servers[0].address, weight=50)
    broken = revision(2, failing, weight=50)
    fields: dict[str, Any] = {"roll_back": rule, "generation": 5}
    gateway.change(gateway_spec(route(good, broken, sticky="none", **fields)))
    with gateway.client() as client:

        def statuses(num: int) -> set[int]:
            return {client.post(PREDICT, content=IMAGE).status_code for _ in range(num)}

        seen: set[int] = set()
        for _ in range(100):
            seen |= statuses(5)
            if gateway.status()["rolled_back"]:
                break
        assert seen == {200, 500}
        told = gateway.status()["rolled_back"]["d1"]
        assert (told["revision"], told["back_to"], told["generation"]) == (2, 1, 5)
        assert "of the calls of revision 2 failed" in told["reason"]
        assert statuses(20) == {200}
        # The next process goes by it, too; a new generation is somebody's decision.
        before = gateway.children()
        gateway.process.send_signal(signal.SIGUSR2)
        gateway.wait_until("The replacement", lambda _: not {*before} & {*gateway.children()})
        gateway.wait_until("The return", lambda status: status["state"] == "ready")
        assert statuses(20) == {200}
        fields["generation"] = 6
        gateway.change(gateway_spec(route(good, broken, sticky="none", **fields)))
        assert statuses(30) == {200, 500}
