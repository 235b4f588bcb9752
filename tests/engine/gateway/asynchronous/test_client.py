"""The client of ``easel`` asks an endpoint now and for later, in a program and in a shell."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from easel.cli.main import main
from easel.client import ApiError, Endpoint, PredictionFailed
from easel.client.errors import Unreachable

from engine.specs.asynchronous import AsyncSpec
from tests.engine.gateway.asynchronous.slow_server import slow_server
from tests.engine.gateway.gateways import (
    SUFFIX,
    RunningGateway,
    gateway_running,
    gateway_spec,
    key_of,
    revision,
    route,
)
from tests.engine.serving.deployments import API_KEY, Deployment
from tests.sdk.tiny_package import plain_image

IMAGE = plain_image((10, 220, 10))


def _gateway(address: str, folder: Path) -> Iterator[RunningGateway]:
    one = route(
        revision(1, address, weight=100),
        asynchronous=AsyncSpec(),
        api_keys=(key_of(API_KEY, "key-1"),),
    )
    with gateway_running(gateway_spec(one), folder) as running:
        yield running


@pytest.fixture(scope="module")
def gateway(
    servers: tuple[Deployment, Deployment], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningGateway]:
    """Yield a gateway before a real model server."""
    yield from _gateway(servers[0].address, tmp_path_factory.mktemp("gateway"))


@pytest.fixture
def endpoint(gateway: RunningGateway) -> Iterator[Endpoint]:
    """Yield the client of its endpoint."""
    with Endpoint(_url(gateway), secret=API_KEY) as made:
        made.first_wait_seconds = 0.01
        yield made


def _url(gateway: RunningGateway) -> str:
    return f"http://{gateway.address}/endpoints/{SUFFIX}"


def test_content_files_and_parts_are_asked_about(endpoint: Endpoint, tmp_path: Path) -> None:
    file, parts = tmp_path / "a.png", tmp_path / "a.json"
    file.write_bytes(IMAGE)
    results = endpoint.predict(IMAGE)
    encoded = {"image": base64.b64encode(IMAGE).decode()}
    parts.write_text(json.dumps(encoded))

    for request in (file, str(file), encoded, parts):
        assert endpoint.predict(request) == results
    assert results[0]["name"]


def test_what_was_submitted_is_waited_for_and_found_again(endpoint: Endpoint) -> None:
    prediction = endpoint.submit(IMAGE)

    assert prediction.wait(60) == endpoint.predict(IMAGE)
    again = endpoint.prediction(prediction.id)
    assert again.status()["status"] == "succeeded"
    again.delete()
    with pytest.raises(ApiError) as gone:
        prediction.wait()
    assert gone.value.code == "not_found"


def test_a_prediction_that_fails_says_why(endpoint: Endpoint) -> None:
    with pytest.raises(PredictionFailed, match="image") as failed:
        endpoint.submit(b"no image").wait(60)
    assert failed.value.code == "image_invalid"
    assert failed.value.prediction["status"] == "failed"


def test_whoever_waits_no_longer_may_wait_again(tmp_path: Path) -> None:
    with slow_server(1.0) as slow:
        for running in _gateway(slow.address, tmp_path / "gateway"):
            with Endpoint(_url(running), secret=API_KEY) as endpoint:
                prediction = endpoint.submit(b"input")
                with pytest.raises(TimeoutError, match=prediction.id):
                    prediction.wait(0)
                assert prediction.wait(60) == endpoint.predict(b"input")


def test_what_is_canceled_has_no_results(tmp_path: Path) -> None:
    with slow_server(1.0) as slow:
        for running in _gateway(slow.address, tmp_path / "gateway"):
            with Endpoint(_url(running), secret=API_KEY) as endpoint:
                predictions = [endpoint.submit(b"input") for _ in range(6)]
                predictions[-1].delete()
                with pytest.raises(PredictionFailed) as failed:
                    predictions[-1].wait(60)
                assert failed.value.code == "canceled"


def test_refusals_and_other_servers_are_named(gateway: RunningGateway) -> None:
    with Endpoint(_url(gateway), secret="epk_wrong") as stranger:
        for ask in (stranger.predict, stranger.submit):
            with pytest.raises(ApiError) as refused:
                ask(IMAGE)
            assert (refused.value.status, refused.value.code) == (401, "token_invalid")
    with Endpoint(_url(gateway), secret=API_KEY) as endpoint:
        with pytest.raises(ApiError) as refused:
            endpoint.submit(IMAGE, webhook="nobody")
        assert refused.value.code == "webhook_unknown"
    with Endpoint("http://127.0.0.1:9/endpoints/x") as nobody:
        nobody.first_wait_seconds = 0.01
        with pytest.raises(Unreachable, match="Is the endpoint running"):
            nobody.predict(IMAGE)
    for address in ("endpoints/x", "http://127.0.0.1:99999/endpoints/x"):
        with pytest.raises(ValueError, match="the page of the endpoint"):
            Endpoint(address)


def test_files_are_predicted_from_a_shell(
    gateway: RunningGateway, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("a.png", "b.png")]
    for file in files:
        file.write_bytes(IMAGE)
    asked = ["predict", f"{_url(gateway)}/predict", *map(str, files), "--token", API_KEY]
    printed = []
    for more in ([], ["--asynchronous"]):
        assert main([*asked, *more]) == 0
        printed.append(capsys.readouterr().out)

    assert printed[0] == printed[1]
    assert all(file.name in printed[0] for file in files)
