"""What a model server writes down of its calls, so that others can tell whether they drift."""

from __future__ import annotations

import base64
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from engine.drift.assessing import assess
from engine.drift.window import Window
from engine.specs.drift import WindowPart, WindowState
from tests.engine.serving.deployments import Deployment, Issuer, deployed, token_spec
from tests.engine.serving.drift.referenced import (
    photographs,
    reference_in,
    referenced_package,
    window_in,
)

EASYDL = "/rpc/2.0/ai_custom/v1/classification/colour-check"
CALLS = photographs(90, seed=2)


@pytest.fixture(scope="session")
def referenced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package with the reference of 60 photographs."""
    return referenced_package(tmp_path_factory.mktemp("drift") / "colours", photographs(60, seed=1))


def parts_in(work: Path) -> list[WindowPart]:
    """Return all that the replicas of a deployment counted."""
    return [
        WindowPart.model_validate_json(line)
        for path in sorted(work.glob("drift-*.jsonl"))
        for line in path.read_bytes().splitlines()
    ]


def merged(folder: Path, parts: list[WindowPart]) -> Window:
    """Return the window that parts make together."""
    window = Window(reference_in(folder))
    for part in parts:
        window.merge(Window.of_state(window.reference, part.window))
    return window


def counted(window: Window) -> WindowState:
    """Return what was counted, without when; sums of descriptors are compared for themselves."""
    update: dict[str, Any] = {"first_at": None, "last_at": None, "descriptor_sum": ()}
    return window.state().model_copy(update=update)


def ask_in_three_ways(client: httpx.Client, place: int, image: bytes) -> None:
    """Ask as people do, in the manner of EasyDL, and by V2."""
    text = base64.b64encode(image).decode()
    if place % 3 == 0:
        response = client.post("/predict", content=image, params={"top_num": 1})
    elif place % 3 == 1:
        response = client.post(EASYDL, json={"image": text, "top_num": 2})
    else:
        tensor = {"name": "image", "shape": [1], "datatype": "BYTES", "data": [text]}
        response = client.post("/v2/models/colours/infer", json={"inputs": [tensor]})
    assert response.status_code == 200, response.text


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.05)


def test_two_replicas_count_together_what_one_window_would(
    referenced: Path, issuer: Issuer, tmp_path: Path
) -> None:
    spec = token_spec(referenced, issuer, replicas=2, measures_drift=True)
    with deployed(spec, tmp_path) as deployment:
        # At the same time, so that both replicas are asked.
        with deployment.client() as client, ThreadPoolExecutor(8) as callers:
            list(callers.map(lambda one: ask_in_three_ways(client, *one), enumerate(CALLS)))
        with deployment.client() as client:
            assert client.post("/predict", content=b"no image").status_code == 422
        assert deployment.stop() == 0
    parts = parts_in(tmp_path)
    assert len({path.name for path in tmp_path.glob("drift-*.jsonl")}) == 2
    assert sum(part.num_calls for part in parts) == len(CALLS)
    assert sum(part.num_measured for part in parts) == len(CALLS)
    window, expected = merged(referenced, parts), window_in(referenced, CALLS)
    assert counted(window) == counted(expected)
    assert window.descriptor_sum == pytest.approx(expected.descriptor_sum, abs=1e-3)
    assert assess(window).verdict == "same"


def test_inverted_calls_are_an_alarm(referenced: Path, issuer: Issuer, tmp_path: Path) -> None:
    spec = token_spec(referenced, issuer, measures_drift=True)
    with deployed(spec, tmp_path) as deployment:
        with deployment.client() as client:
            for image in photographs(60, seed=3, inverted=True):
                assert client.post("/predict", content=image).status_code == 200
        deployment.stop()
    report = assess(merged(referenced, parts_in(tmp_path)))
    assert report.verdict == "drifted"
    brightness = next(one for one in report.features if one.name == "input.brightness")
    assert brightness.change == "higher"


def test_what_was_counted_before_a_replica_was_killed_stays(
    referenced: Path, issuer: Issuer, tmp_path: Path
) -> None:
    with deployed(token_spec(referenced, issuer, measures_drift=True), tmp_path) as deployment:
        with deployment.client() as client:
            client.post("/predict", content=CALLS[0]).raise_for_status()
            wait_for(lambda: parts_in(tmp_path))
            client.post("/predict", content=CALLS[1]).raise_for_status()
        [replica] = deployment.children()
        os.kill(replica, signal.SIGKILL)
        wait_for(lambda: replica not in deployment.children())
    assert sum(part.num_calls for part in parts_in(tmp_path)) in (1, 2)


def test_bare_tensors_are_no_calls(referenced: Path, issuer: Issuer, tmp_path: Path) -> None:
    rows = [[[[0.0] * 8] * 8] * 3]
    tensor = {"name": "image", "shape": [1, 3, 8, 8], "datatype": "FP32", "data": rows}
    with deployed(token_spec(referenced, issuer, measures_drift=True), tmp_path) as deployment:
        with deployment.client() as client:
            response = client.post("/v2/models/colours.tensors/infer", json={"inputs": [tensor]})
            assert response.status_code == 200, response.text
        deployment.stop()
    assert parts_in(tmp_path) == []


@pytest.mark.parametrize("is_wanted", [True, False])
def test_nothing_is_measured_without_a_reference_or_unasked(
    is_wanted: bool, deployment: Deployment, referenced: Path, package: Path, issuer: Issuer,
    tmp_path: Path,
) -> None:  # fmt: skip
    served = package if is_wanted else referenced
    with deployed(token_spec(served, issuer, measures_drift=is_wanted), tmp_path) as running:
        with running.client() as client:
            client.post("/predict", content=CALLS[0]).raise_for_status()
        running.stop()
    assert parts_in(tmp_path) == []


def memory_after_calls(package: Path, issuer: Issuer, work: Path, measures: bool) -> int:
    """Return the bytes that a replica holds alone, without the pages it shares, after 100 calls."""
    with deployed(token_spec(package, issuer, measures_drift=measures), work) as deployment:
        with deployment.client() as client:
            for image in photographs(100, seed=5):
                assert client.post("/predict", content=image).status_code == 200
        (child,) = deployment.children()
        memory = psutil.Process(child).memory_info()
    return memory.rss - memory.shared


def test_to_measure_costs_a_replica_no_more_than_8_mb(
    referenced: Path, issuer: Issuer, tmp_path: Path
) -> None:
    plain = memory_after_calls(referenced, issuer, tmp_path / "plain", measures=False)
    measuring = memory_after_calls(referenced, issuer, tmp_path / "measuring", measures=True)
    assert measuring - plain < 8e6
