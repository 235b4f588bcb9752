"""The Open Inference Protocol, with the unmodified Triton client and with malformed requests."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tritonclient.http as triton
from easel.runtime import load

from tests.engine.serving.deployments import API_KEY, Deployment
from tests.sdk.tiny_package import plain_image


def key() -> dict[str, str]:
    """Return new headers each time, since the client writes into what it is given."""
    return {"Authorization": f"Bearer {API_KEY}"}


@pytest.fixture
def client(deployment: Deployment) -> triton.InferenceServerClient:
    return triton.InferenceServerClient(deployment.address)


@pytest.fixture
def rows() -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.random.default_rng(3).normal(size=(2, 3, 8, 8)).astype(np.float32)


@pytest.mark.parametrize("binary_in", [True, False])
@pytest.mark.parametrize("binary_out", [True, False])
def test_triton_client_runs_the_bare_network(
    client: triton.InferenceServerClient,
    package: Path,
    rows: np.ndarray[Any, np.dtype[np.float32]],
    binary_in: bool,
    binary_out: bool,
) -> None:
    tensor = triton.InferInput("image", list(rows.shape), "FP32")
    tensor.set_data_from_numpy(rows, binary_data=binary_in)
    outputs = [triton.InferRequestedOutput("logits", binary_data=binary_out)]
    result = client.infer("colours.tensors", [tensor], outputs=outputs, headers=key())
    expected = load(package).run_network("classifier", {"image": rows})["logits"]
    assert np.allclose(result.as_numpy("logits"), expected, atol=1e-5)


@pytest.mark.parametrize("binary_in", [True, False])
@pytest.mark.parametrize("binary_out", [True, False])
def test_triton_client_runs_the_whole_pipeline(
    client: triton.InferenceServerClient, binary_in: bool, binary_out: bool
) -> None:
    files = [plain_image((10, 220, 10)), plain_image((10, 10, 220))]
    elements = files if binary_in else [base64.b64encode(file) for file in files]
    tensor = triton.InferInput("image", [2], "BYTES")
    tensor.set_data_from_numpy(np.array(elements, dtype=object), binary_data=binary_in)
    outputs = [triton.InferRequestedOutput(x, binary_data=binary_out) for x in ("score", "label")]
    result = client.infer("colours", [tensor], outputs=outputs, headers=key(), request_id="r-1")
    labels = np.vectorize(lambda one: one if isinstance(one, str) else one.decode())(
        result.as_numpy("label")
    )
    assert labels[:, 0].tolist() == ["green", "blue"]
    assert result.as_numpy("score").shape == (2, 3)
    assert result.get_response()["id"] == "r-1"


def test_triton_client_gets_everything_as_binary_when_it_names_nothing(
    client: triton.InferenceServerClient, rows: np.ndarray[Any, np.dtype[np.float32]]
) -> None:
    tensor = triton.InferInput("image", list(rows.shape), "FP32")
    tensor.set_data_from_numpy(rows)
    result = client.infer("colours.tensors", [tensor], model_version="1", headers=key())
    assert result.as_numpy("logits").shape == (2, 3)
    assert result.get_output("logits")["parameters"]["binary_data_size"] == 24


def test_triton_client_reads_health_and_metadata(client: triton.InferenceServerClient) -> None:
    assert client.is_server_live()
    assert client.is_server_ready()
    assert client.is_model_ready("colours", headers=key())
    assert not client.is_model_ready("absent", headers=key())
    assert client.get_server_metadata()["extensions"] == ["binary_tensor_data"]
    metadata = client.get_model_metadata("colours.tensors", "1", headers=key())
    assert metadata["inputs"] == [{"name": "image", "datatype": "FP32", "shape": [-1, 3, 8, 8]}]
    assert metadata["versions"] == ["1"]


def test_more_rows_than_a_batch_are_answered_in_order(
    client: triton.InferenceServerClient, package: Path
) -> None:
    rows = np.random.default_rng(5).normal(size=(100, 3, 8, 8)).astype(np.float32)
    tensor = triton.InferInput("image", list(rows.shape), "FP32")
    tensor.set_data_from_numpy(rows)
    result = client.infer("colours.tensors", [tensor], headers=key())
    expected = load(package).run_network("classifier", {"image": rows})["logits"]
    assert np.allclose(result.as_numpy("logits"), expected, atol=1e-5)


TENSOR = np.zeros((1, 3, 8, 8), np.float32).tobytes()


def binary_request(
    tensor: bytes = TENSOR, *, header_length: int | str | None = None, **changes: Any
) -> tuple[bytes, dict[str, str]]:
    tensor_fields: dict[str, Any] = {
        "name": "image",
        "shape": [1, 3, 8, 8],
        "datatype": "FP32",
        "parameters": {"binary_data_size": len(tensor)},
        **changes,
    }
    kept = {name: value for name, value in tensor_fields.items() if value is not None}
    head = json.dumps({"inputs": [kept]}).encode()
    length = len(head) if header_length is None else header_length
    return head + tensor, {"Inference-Header-Content-Length": str(length)}


MALFORMED = {
    "header longer than the body": binary_request(header_length=10**6),
    "header length negative": binary_request(header_length="-5"),
    "header length not a number": binary_request(header_length="abc"),
    "header length huge": binary_request(header_length="9" * 40),
    "header length zero": binary_request(header_length=0),
    "header length within the JSON": binary_request(header_length=20),
    "binary size beyond the body": binary_request(parameters={"binary_data_size": 10**9}),
    "binary size negative": binary_request(parameters={"binary_data_size": -1}),
    "binary size not a number": binary_request(parameters={"binary_data_size": "768"}),
    "binary size true": binary_request(parameters={"binary_data_size": True}),
    "bytes left over": binary_request(TENSOR + b"1234", parameters={"binary_data_size": 768}),
    "body cut off": binary_request(TENSOR[:-4]),
    "shape too large": binary_request(shape=[2, 3, 8, 8]),
    "shape of another model": binary_request(shape=[1, 3, 16, 4]),
    "shape negative": binary_request(shape=[-1, 3, 8, 8]),
    "shape fractional": binary_request(shape=[1.0, 3, 8, 8]),
    "shape astronomic": binary_request(shape=[2**62, 3, 8, 8]),
    "shape empty": binary_request(shape=[]),
    "shape missing": binary_request(shape=None),
    "no rows": binary_request(b"", shape=[0, 3, 8, 8]),
    "datatype wrong": binary_request(datatype="INT64"),
    "datatype missing": binary_request(datatype=None),
    "name wrong": binary_request(name="picture"),
    "data twice": binary_request(data=[1, 2]),
    "parameters a list": binary_request(parameters=[]),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_binary_request_gets_a_4xx_with_the_reason(
    deployment: Deployment, case: str
) -> None:
    body, headers = MALFORMED[case]
    with deployment.client() as client:
        response = client.post("/v2/models/colours.tensors/infer", content=body, headers=headers)
    assert 400 <= response.status_code < 500, case
    assert response.json()["error"].endswith(".")


def json_request(
    data: object, shape: object = (1, 3, 8, 8), datatype: str = "FP32", **others: object
) -> dict[str, object]:
    tensor = {"name": "image", "shape": shape, "datatype": datatype, "data": data}
    return {"inputs": [tensor], **others}


MALFORMED_JSON: dict[str, object] = {
    "nothing": b"",
    "a list": b"[]",
    "cut off": b"{",
    "not UTF-8": b"\xff\xfe",
    "no inputs": b"{}",
    "inputs an object": b'{"inputs": {}}',
    "inputs of numbers": b'{"inputs": [7]}',
    "inputs empty": b'{"inputs": []}',
    "deeply nested": b'{"inputs": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "data null": json_request(None),
    "data text": json_request("text"),
    "data of texts": json_request(["1"] * 192),
    "data of truths": json_request([True] * 192),
    "one number too few": json_request([0.0] * 191),
    "ragged": json_request([[0.0], [0.0, 1.0]]),
    "beyond FP32": json_request([1e300] * 192),
    "integers beyond FP32": json_request([10**40] * 192),
    "unknown output": json_request([0.0] * 192, outputs=[{"name": "absent"}]),
    "outputs an object": json_request([0.0] * 192, outputs={"name": "logits"}),
    "id a number": json_request([0.0] * 192, id=7),
}


@pytest.mark.parametrize("case", MALFORMED_JSON)
def test_a_malformed_json_request_gets_a_4xx_with_the_reason(
    deployment: Deployment, case: str
) -> None:
    document = MALFORMED_JSON[case]
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    with deployment.client() as client:
        response = client.post("/v2/models/colours.tensors/infer", content=body)
    assert 400 <= response.status_code < 500
    assert response.json()["error"].endswith(".")


def string_element(length: int, data: bytes) -> bytes:
    return struct.pack("<I", length) + data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01\x00",
        string_element(2**31, b"abc"),
        string_element(0, b""),
        string_element(3, b"abc"),
        string_element(3, b"abc") * 2,
        string_element(3, b"abc") + b"\x07",
    ],
    ids=str,
)
def test_malformed_image_elements_get_a_4xx_with_the_reason(
    deployment: Deployment, data: bytes
) -> None:
    body, headers = binary_request(data, shape=[1], datatype="BYTES")
    with deployment.client() as client:
        response = client.post("/v2/models/colours/infer", content=body, headers=headers)
    assert 400 <= response.status_code < 500


@pytest.mark.parametrize("element", ["", "no base64!", 5, None, {"a": 1}, [[[["x"]]]]])
def test_malformed_images_in_json_get_a_4xx(deployment: Deployment, element: object) -> None:
    document = json_request([element], [1], "BYTES")
    with deployment.client() as client:
        assert 400 <= client.post("/v2/models/colours/infer", json=document).status_code < 500


@pytest.mark.parametrize("shape", [[1, 1], [1, 1, 1]])
def test_a_shape_of_more_axes_than_the_metadata_tell_is_refused(
    deployment: Deployment, shape: list[int]
) -> None:
    image = base64.b64encode(plain_image((10, 220, 10))).decode()
    with deployment.client() as client:
        told = client.get("/v2/models/colours").json()["inputs"][0]["shape"]
        response = client.post(
            "/v2/models/colours/infer", json=json_request([image], shape, "BYTES")
        )
    assert (told, response.status_code) == ([-1], 400)
    assert str(shape) in response.json()["error"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v2/models/absent", 404),
        ("GET", "/v2/models/colours/versions/9", 404),
        ("GET", "/v2/models/colours/infer", 405),
        ("POST", "/v2/models/colours", 405),
        ("POST", "/v2/models/absent/infer", 404),
        ("GET", "/v2/models/colours/unload", 404),
        ("GET", "/v2/models/", 404),
        ("DELETE", "/v2/health/live", 404),
    ],
)
def test_a_wrong_address_or_method_is_named(
    deployment: Deployment, method: str, path: str, status: int
) -> None:
    with deployment.client() as client:
        assert client.request(method, path).status_code == status


def test_a_head_is_answered_as_a_get_without_its_body(deployment: Deployment) -> None:
    with deployment.client() as client:
        got, headed = (client.request(name, "/v2/models/colours") for name in ("GET", "HEAD"))
    assert headed.status_code == 200
    assert headed.content == b""
    assert headed.headers["content-length"] == got.headers["content-length"]


def test_ragged_answers_of_a_pipeline_are_padded(deployment: Deployment) -> None:
    image = base64.b64encode(plain_image((10, 220, 10))).decode()
    grey = base64.b64encode(plain_image((99, 99, 99))).decode()
    document = {
        "inputs": [{"name": "image", "shape": [2], "datatype": "BYTES", "data": [image, grey]}],
        "parameters": {"threshold": 0.3},
    }
    with deployment.client() as client:
        outputs = client.post("/v2/models/colours/infer", json=document).json()["outputs"]
    assert [output["shape"] for output in outputs] == [[2, 3], [2, 3]]
    assert outputs[0]["data"][:3] == ["green", "", ""]
    assert outputs[1]["data"][1:3] == [0.0, 0.0]


@pytest.mark.parametrize(
    "path",
    [
        "/v2/repository/index",
        "/v2/models/colours/config",
        "/v2/models/nothing/config",
        "/v2/models",
        "/v2/systemsharedmemory/status",
        "/v2/health",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_of_the_protocol_answers_in_its_form(
    deployment: Deployment, method: str, path: str
) -> None:
    with deployment.client() as client:
        response = client.request(method, path)
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/json"
    assert response.json()["error"].endswith(".")


def test_triton_client_can_read_that_something_is_not_offered(
    client: triton.InferenceServerClient,
) -> None:
    with pytest.raises(triton.InferenceServerException, match="nothing at"):
        client.get_model_repository_index(headers=key())
    with pytest.raises(triton.InferenceServerException, match="nothing at"):
        client.get_model_config("colours", headers=key())
