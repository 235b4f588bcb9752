"""The Open Inference Protocol over gRPC, with the unmodified Triton client and odd messages."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import grpc
import numpy as np
import pytest
import tritonclient.grpc as triton
from easel.runtime import load
from tritonclient.grpc import service_pb2, service_pb2_grpc
from tritonclient.utils import InferenceServerException

from engine.grpc.server import MAX_MESSAGE_BYTES, headers_of
from tests.engine.gateway.gateways import (
    UPSTREAM_KEY,
    gateway_running,
    gateway_spec,
    revision,
    route,
    server_spec,
)
from tests.engine.serving.deployments import (
    API_KEY,
    ROOT,
    Deployment,
    Issuer,
    deployed,
)
from tests.sdk.tiny_package import plain_image
from tests.site import free_port

KEY = {"authorization": f"Bearer {API_KEY}"}
# A caller could otherwise cut the body where it likes, or speak for another address.
ODD = (
    ("content-length", "3"),
    ("transfer-encoding", "chunked"),
    ("inference-header-content-length", "5"),
    ("x-forwarded-for", "10.0.0.1"),
    ("host", "elsewhere"),
)
Rows = np.ndarray[Any, np.dtype[np.float32]]


def speaking(upstream: str) -> Iterator[str]:
    """Yield the address at which gRPC is answered for another."""
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "grpc", "--upstream", upstream, "--port", "0"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process.stderr:
        greeting = process.stderr.readline()
        assert greeting.startswith("Answering gRPC on "), greeting
        yield greeting.split()[3]
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture(scope="module")
def address(deployment: Deployment) -> Iterator[str]:
    yield from speaking(f"http://{deployment.address}")


@pytest.fixture
def client(address: str) -> Iterator[triton.InferenceServerClient]:
    with triton.InferenceServerClient(address) as client:
        yield client


@pytest.fixture
def stub(address: str) -> Iterator[service_pb2_grpc.GRPCInferenceServiceStub]:
    with grpc.insecure_channel(address) as channel:
        yield service_pb2_grpc.GRPCInferenceServiceStub(channel)


@pytest.fixture
def rows() -> Rows:
    return np.random.default_rng(3).normal(size=(2, 3, 8, 8)).astype(np.float32)


def logits(package: Path, rows: Rows) -> Any:
    return load(package).run_network("classifier", {"image": rows})["logits"]


def network_input(rows: Rows) -> triton.InferInput:
    tensor = triton.InferInput("image", list(rows.shape), "FP32")
    tensor.set_data_from_numpy(rows)
    return tensor


def message(rows: Rows, **contents: Any) -> service_pb2.ModelInferRequest:
    """Return a request whose input is in the message itself."""
    asked = service_pb2.ModelInferRequest(model_name="colours.tensors")
    tensor = asked.inputs.add(name="image", datatype="FP32", shape=rows.shape)
    for field, values in contents.items():
        getattr(tensor.contents, field).extend(values)
    return asked


def refused(stub: Any, asked: Any, **options: Any) -> tuple[grpc.StatusCode, str]:
    options = {"metadata": tuple(KEY.items()), **options}
    with pytest.raises(grpc.RpcError) as failure:
        stub.ModelInfer(asked, **options)
    return failure.value.code(), failure.value.details()


def test_the_triton_client_finds_server_and_models(client: triton.InferenceServerClient) -> None:
    assert client.is_server_live()
    assert client.is_server_ready()
    assert client.get_server_metadata().name == "easel"
    assert client.is_model_ready("colours", headers=KEY)
    assert not client.is_model_ready("unknown", headers=KEY)
    described = client.get_model_metadata("colours.tensors", headers=KEY)
    assert [one.name for one in described.outputs] == ["logits"]
    assert list(described.inputs[0].shape) == [-1, 3, 8, 8]


def test_the_triton_client_runs_the_bare_network(
    client: triton.InferenceServerClient, package: Path, rows: Rows
) -> None:
    result = client.infer("colours.tensors", [network_input(rows)], headers=KEY, request_id="r-1")
    assert np.allclose(result.as_numpy("logits"), logits(package, rows), atol=1e-5)
    assert result.get_response().id == "r-1"


def test_the_triton_client_runs_the_whole_pipeline(client: triton.InferenceServerClient) -> None:
    files = [plain_image((10, 220, 10)), plain_image((10, 10, 220))]
    tensor = triton.InferInput("image", [2], "BYTES")
    tensor.set_data_from_numpy(np.array(files, dtype=object))
    outputs = [triton.InferRequestedOutput(name) for name in ("score", "label")]
    result = client.infer(
        "colours", [tensor], model_version="1", outputs=outputs, headers=KEY, parameters={"top": 2}
    )
    assert result.as_numpy("label")[:, 0].tolist() == [b"green", b"blue"]
    assert [one.name for one in result.get_response().outputs] == ["score", "label"]


def test_contents_in_the_message_are_as_good_as_raw_ones(
    stub: Any, package: Path, rows: Rows
) -> None:
    asked = message(rows, fp32_contents=rows.ravel())
    response = stub.ModelInfer(asked, metadata=tuple(KEY.items()))
    found = np.frombuffer(response.raw_output_contents[0], np.float32).reshape(2, 3)
    assert np.allclose(found, logits(package, rows), atol=1e-5)


def test_refusals_are_the_status_and_the_sentence_of_what_stands_behind(
    client: triton.InferenceServerClient, rows: Rows
) -> None:
    for model, headers, status in (
        ("colours.tensors", {}, "UNAUTHENTICATED"),
        ("colours.tensors", {"authorization": "Bearer wrong"}, "UNAUTHENTICATED"),
        ("unknown", KEY, "NOT_FOUND"),
        ("../health/live", KEY, "NOT_FOUND"),
        ("colours", KEY, "INVALID_ARGUMENT"),
    ):
        with pytest.raises(InferenceServerException) as refusal:
            client.infer(model, [network_input(rows)], headers=headers)
        assert refusal.value.status() == f"StatusCode.{status}"
        assert refusal.value.message()


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        ({}, "elements"),
        ({"int_contents": [1, 2]}, "Fill fp32_contents"),
        ({"fp32_contents": [1.0]}, "elements"),
    ],
    ids=["none", "of another type", "too few"],
)
def test_contents_that_do_not_fit_are_refused(
    stub: Any, rows: Rows, contents: dict[str, list[float]], words: str
) -> None:
    code, said = refused(stub, message(rows, **contents))
    assert code == grpc.StatusCode.INVALID_ARGUMENT
    assert words in said or "bytes" in said


def test_inputs_and_raw_contents_that_disagree_are_refused(stub: Any, rows: Rows) -> None:
    both = message(rows, fp32_contents=rows.ravel())
    both.raw_input_contents.append(rows.tobytes())
    assert "both contents" in refused(stub, both)[1]
    more = message(rows)
    more.raw_input_contents.extend([rows.tobytes()] * 2)
    assert "1 inputs and 2 raw_input_contents" in refused(stub, more)[1]
    half = message(rows)
    half.inputs[0].datatype = "FP16"
    half.inputs[0].contents.fp32_contents.append(1.0)
    assert "raw_input_contents" in refused(stub, half)[1]
    large = message(rows)
    large.inputs[0].datatype = "INT8"
    large.inputs[0].contents.int_contents.append(300)
    assert "no INT8 can be" in refused(stub, large)[1]


def test_a_deadline_ends_the_call_and_what_was_asked_for_it(rows: Rows) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address in speaking(f"http://127.0.0.1:{silent.getsockname()[1]}"):
            with grpc.insecure_channel(address) as channel:
                stub = service_pb2_grpc.GRPCInferenceServiceStub(channel)
                asked = message(rows, fp32_contents=rows.ravel())
                begun = stub.ModelInfer.future(asked, timeout=1, metadata=tuple(KEY.items()))
                connection, _ = silent.accept()
                with connection:
                    assert begun.code() == grpc.StatusCode.DEADLINE_EXCEEDED
                    connection.settimeout(30)
                    while connection.recv(1 << 16):
                        """Read the request to its end: nobody waits for an answer any more."""


def test_headers_of_the_transport_cannot_be_given(stub: Any, package: Path, rows: Rows) -> None:
    response = stub.ModelInfer(
        message(rows, fp32_contents=rows.ravel()), metadata=(*KEY.items(), *ODD)
    )
    assert response.model_name == "colours.tensors"


@pytest.mark.parametrize(
    ("peer", "address"),
    [("ipv4:10.0.0.1:501", b"10.0.0.1"), ("ipv6:%5B::1%5D:501", b"::1"), ("unix:/run/x", None)],
)
def test_what_a_caller_says_goes_on_and_from_where_it_calls(
    peer: str, address: bytes | None
) -> None:
    given = (("authorization", "Bearer x"), ("easel-revision", "2"), ("grpc-timeout", "1S"))
    context = Mock(peer=lambda: peer, invocation_metadata=lambda: (*given, *ODD))
    expected = {b"authorization": b"Bearer x", b"easel-revision": b"2"}
    if address is not None:
        expected[b"x-forwarded-for"] = address
    assert dict(headers_of(context)) == expected


def test_a_message_that_is_too_long_is_refused(stub: Any) -> None:
    asked = service_pb2.ModelInferRequest(model_name="colours.tensors")
    asked.raw_input_contents.append(bytes(MAX_MESSAGE_BYTES))
    assert refused(stub, asked)[0] == grpc.StatusCode.RESOURCE_EXHAUSTED


def test_nobody_behind_is_said(rows: Rows) -> None:
    for address in speaking(f"http://127.0.0.1:{free_port()}"):
        with triton.InferenceServerClient(address) as client:
            with pytest.raises(InferenceServerException) as failure:
                client.infer("colours", [network_input(rows)])
            assert failure.value.status() == "StatusCode.UNAVAILABLE"


@pytest.mark.parametrize("upstream", ["127.0.0.1:8080", "ftp://x", "http://", "http://x:99999"])
def test_an_address_that_is_none_is_refused(upstream: str) -> None:
    command = [sys.executable, "-m", "engine", "grpc", "--upstream", upstream]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, upstream in done.stderr) == (64, True)


def test_it_stands_before_a_gateway_as_well(
    package: Path, issuer: Issuer, rows: Rows, tmp_path: Path
) -> None:
    with (
        deployed(server_spec(package, issuer), tmp_path / "server") as server,
        gateway_running(
            gateway_spec(route(revision(1, server.address, weight=100))), tmp_path
        ) as gateway,
    ):
        assert UPSTREAM_KEY in (tmp_path / "gateway.json").read_text()
        for address in speaking(gateway.url):
            with triton.InferenceServerClient(address) as client:
                result = client.infer("colours", [images()], headers=KEY)
                assert result.as_numpy("label")[0, 0] == b"green"
            with grpc.insecure_channel(address) as channel:
                stub = service_pb2_grpc.GRPCInferenceServiceStub(channel)
                asked = service_pb2.ModelReadyRequest(name="colours")
                given = (*KEY.items(), ("x-request-id", "r-7"))
                ready, call = stub.ModelReady.with_call(asked, metadata=given)
                assert ready.ready
                assert dict(call.trailing_metadata())["x-request-id"] == "r-7"
            with (
                triton.InferenceServerClient(address) as client,
                pytest.raises(InferenceServerException, match="key"),
            ):
                client.infer("colours", [images()])


def images() -> triton.InferInput:
    tensor = triton.InferInput("image", [1], "BYTES")
    tensor.set_data_from_numpy(np.array([plain_image((10, 220, 10))], dtype=object))
    return tensor
