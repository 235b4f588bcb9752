"""A deployment that is asked for more than it can do says so at once, or in time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import numpy as np
import pytest
from onnx import helper

from engine.specs.serving import BatchingSpec
from tests.engine.serving.deployments import Deployment, Issuer, deployed, token_spec
from tests.sdk.tiny_package import network, plain_image, write_package

SIDE = 64
GREEN = plain_image((10, 220, 10))
NUM_CALLERS = 8


@pytest.fixture(scope="module")
def slow_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package whose network takes far longer than a call's other costs."""
    generator = np.random.default_rng(0)
    weights = {
        "first": generator.normal(size=(64, 3, 3, 3)).astype(np.float32) * 0.2,
        "next": generator.normal(size=(64, 64, 3, 3)).astype(np.float32) * 0.04,
        "head": generator.normal(size=(64, 3)).astype(np.float32),
    }
    around = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    nodes = [helper.make_node("Conv", ["image", "first"], ["x0"], **around)]
    depth = 20
    for layer in range(depth):
        nodes.append(helper.make_node("Conv", [f"x{layer}", "next"], [f"x{layer + 1}"], **around))
    nodes += [
        helper.make_node("GlobalAveragePool", [f"x{depth}"], ["means"]),
        helper.make_node("Flatten", ["means"], ["flat"]),
        helper.make_node("MatMul", ["flat", "head"], ["logits"]),
    ]
    model = network(nodes, weights, inputs=(3, SIDE, SIDE), num_labels=3)
    return write_package(tmp_path_factory.mktemp("slow") / "slow", model=model, side=SIDE)


def test_more_callers_than_may_wait_are_told_to_come_back(
    slow_package: Path, issuer: Issuer, tmp_path: Path
) -> None:
    batching = BatchingSpec(max_batch=1, max_queue=1, timeout_ms=20_000)
    spec = token_spec(slow_package, issuer, batching=batching)
    with deployed(spec, tmp_path / "work") as deployment:
        responses = _call_together(deployment)
        with deployment.client() as client:
            alone = client.post("/predict", content=GREEN)
    refused = [response for response in responses if response.status_code == 503]
    assert {response.status_code for response in responses} == {200, 503}
    assert {response.headers["retry-after"] for response in refused} == {"1"}
    assert {response.json()["code"] for response in refused} == {"overloaded"}
    assert alone.status_code == 200, alone.text


def test_an_answer_that_comes_too_late_is_a_gateway_timeout(
    slow_package: Path, issuer: Issuer, tmp_path: Path
) -> None:
    spec = token_spec(slow_package, issuer, batching=BatchingSpec(max_batch=1, timeout_ms=15))
    with deployed(spec, tmp_path / "work") as deployment:
        responses = _call_together(deployment)
        with deployment.client() as client:
            healthy = client.get("/v2/health/ready")
    late = [response for response in responses if response.status_code == 504]
    assert late, [response.status_code for response in responses]
    assert {response.json()["code"] for response in late} == {"timed_out"}
    assert {response.headers["retry-after"] for response in late} == {"1"}
    assert healthy.json()["ready"] is True


def _call_together(deployment: Deployment) -> list[httpx.Response]:
    """Send one image from each of several callers at the same time."""
    with deployment.client() as client, ThreadPoolExecutor(NUM_CALLERS) as pool:
        return list(pool.map(lambda _: client.post("/predict", content=GREEN), range(NUM_CALLERS)))
