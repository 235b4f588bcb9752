"""``/predict`` and the EasyDL shape."""

from __future__ import annotations

import base64
import gzip
import io
import time
from typing import Any

import pytest
from PIL import Image

from engine.specs.serving import CallRecord
from tests.engine.serving.deployments import API_KEY, Deployment
from tests.sdk.tiny_package import plain_image

GREEN = plain_image((10, 220, 10))
GREEN_64 = base64.b64encode(GREEN).decode()
EASYDL = "/rpc/2.0/ai_custom/v1/classification/colour-check"


def file_of(image: Image.Image, kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize(
    "body",
    [
        {"content": GREEN},
        {"content": GREEN, "headers": {"content-type": "image/png"}},
        {"files": {"image": ("绿.png", GREEN, "image/png")}},
        {"files": {"file": GREEN}, "data": {"top_num": "3"}},
        {"json": {"image": GREEN_64}},
        {"json": {"image": GREEN_64, "model": "colours", "version": "1"}},
        {"json": {"image": GREEN_64, "version": "1"}},
    ],
)
def test_predict_takes_a_file_a_form_or_json(deployment: Deployment, body: dict[str, Any]) -> None:
    with deployment.client() as client:
        response = client.post("/predict", **body)
    assert response.status_code == 200, response.text
    document = response.json()
    assert [one["name"] for one in document["results"]] == ["green", "red", "blue"]
    assert document["results"][0]["score"] == pytest.approx(1, abs=1e-6)
    assert (document["model"], document["version"]) == ("colours", "1")
    assert 0 <= document["log_id"] < 2**53
    assert response.headers["access-control-allow-origin"] == "*"


def test_top_num_and_threshold_choose(deployment: Deployment) -> None:
    with deployment.client() as client:
        one = client.post("/predict?top_num=1", content=GREEN).json()["results"]
        sure = client.post("/predict", json={"image": GREEN_64, "threshold": 0.9}).json()["results"]
    assert [item["name"] for item in one] == ["green"]
    assert [item["name"] for item in sure] == ["green"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"content": b""}, 422, "field_missing"),
        ({"content": b"no image"}, 422, "image_invalid"),
        ({"content": GREEN[:60]}, 422, "image_invalid"),
        ({"content": GREEN, "params": {"top_num": "0"}}, 422, "field_invalid"),
        ({"content": GREEN, "params": {"top_num": "many"}}, 422, "field_invalid"),
        ({"content": GREEN, "params": {"threshold": "nan"}}, 422, "field_invalid"),
        ({"content": GREEN, "params": {"topnum": "1"}}, 422, "field_unknown"),
        ({"content": GREEN, "params": {"model": "absent"}}, 404, "not_found"),
        ({"content": GREEN, "params": {"version": "2"}}, 404, "not_found"),
        ({"json": {"image": GREEN_64, "version": "2"}}, 404, "not_found"),
        ({"files": {"image": GREEN}, "data": {"version": "2"}}, 404, "not_found"),
        (
            {"content": gzip.compress(GREEN), "headers": {"content-encoding": "gzip"}},
            415,
            "media_type_unsupported",
        ),
        (
            {"json": {"image": GREEN_64}, "headers": {"content-encoding": "gzip"}},
            415,
            "media_type_unsupported",
        ),
        ({"json": {"image": GREEN_64, "extra": 1}}, 422, "field_unknown"),
        ({"json": {"image": 5}}, 422, "field_invalid"),
        ({"json": {"image": "data:image/png;base64," + GREEN_64}}, 422, "base64_invalid"),
        ({"json": {"image": "%%%"}}, 422, "base64_invalid"),
        ({"json": {"image": GREEN_64, "model": 5}}, 422, "field_invalid"),
        ({"json": {}}, 422, "field_missing"),
        ({"json": [1]}, 400, "body_not_json"),
        ({"data": {"image": "x"}}, 415, "media_type_unsupported"),
        ({"files": {"other": GREEN}}, 422, "field_unknown"),
        (
            {"content": b"x", "headers": {"content-type": "multipart/form-data; boundary=b"}},
            400,
            "body_malformed",
        ),
        (
            {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
            400,
            "body_malformed",
        ),
        ({"content": b"0" * (17 * 1024 * 1024)}, 413, "body_too_large"),
    ],
)
def test_what_cannot_be_answered_is_a_problem_with_a_code(
    deployment: Deployment, body: dict[str, Any], status: int, code: str
) -> None:
    with deployment.client() as client:
        response = client.post("/predict", **body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"].endswith(".")


def test_a_body_without_a_length_is_bounded_too(deployment: Deployment) -> None:
    with deployment.client() as client:
        response = client.post("/predict", content=(b"0" * 65536 for _ in range(300)))
    assert response.status_code == 413


def test_browsers_may_ask_first(deployment: Deployment) -> None:
    with deployment.client(secret=None) as client:
        response = client.options("/predict", headers={"Origin": "https://shop.example"})
    assert response.status_code == 204
    assert "authorization" in response.headers["access-control-allow-headers"]


def test_the_open_routes_answer(deployment: Deployment) -> None:
    with deployment.client(secret=None) as client:
        assert client.get("/").json()["models"] == {"colours": ["1"]}
        assert "/predict" in client.get("/openapi.json").json()["paths"]
        assert client.get("/nowhere").json()["code"] == "not_found"


@pytest.mark.parametrize("path", [EASYDL, "/colour-check/ImageClassification"])
def test_an_easydl_client_gets_its_shape(deployment: Deployment, path: str) -> None:
    with deployment.client(secret=None) as client:
        response = client.post(
            path,
            params={"access_token": API_KEY},
            json={"image": GREEN_64, "top_num": 2, "an_old_extra": True},
        )
    document = response.json()
    assert set(document) == {"log_id", "results"}
    assert [one["name"] for one in document["results"]] == ["green", "red"]


def test_an_easydl_client_may_send_images_as_small_as_those_of_the_sample_project(
    deployment: Deployment,
) -> None:
    small = base64.b64encode(file_of(Image.new("L", (8, 8)))).decode()
    with deployment.client() as client:
        response = client.post(EASYDL, json={"image": small})
    assert response.json()["results"]


LONG = base64.b64encode(file_of(Image.new("L", (4097, 20)))).decode()


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ({"content": b"not json"}, 336001),
        ({"data": {"image": GREEN_64}}, 336001),
        ({"json": {}}, 336002),
        ({"json": {"image": "data:image/png;base64," + GREEN_64}}, 336003),
        ({"json": {"image": LONG}}, 336004),
        ({"json": {"image": "A" * (4 * 1024 * 1024 + 4)}}, 336004),
        ({"json": {"image": base64.b64encode(b"no image").decode()}}, 336005),
        ({"json": {"image": GREEN_64, "top_num": "five"}}, 336001),
        ({"params": {"input_type": "url"}, "json": {"url": "http://169.254.169.254/"}}, 336001),
    ],
)
def test_an_easydl_client_gets_its_error_numbers_with_status_200(
    deployment: Deployment, body: dict[str, Any], number: int
) -> None:
    with deployment.client() as client:
        response = client.post(EASYDL, **body)
    assert response.status_code == 200
    assert response.json()["error_code"] == number
    assert response.json()["error_msg"].endswith(".")


def test_a_wrong_method_is_number_3(deployment: Deployment) -> None:
    with deployment.client() as client:
        assert client.get(EASYDL).json()["error_code"] == 3


def test_every_call_is_noted_without_its_input(deployment: Deployment) -> None:
    with deployment.client() as client:
        log_id = client.post("/predict", content=GREEN).json()["log_id"]
        refused = client.post("/predict", content=b"no image").json()["log_id"]
    until = time.monotonic() + 10
    found: dict[int, CallRecord] = {}
    while time.monotonic() < until and not {log_id, refused} <= set(found):
        time.sleep(0.05)
        found = {call["log_id"]: CallRecord.model_validate(call) for call in deployment.calls()}
    record = found[log_id]
    assert (record.model, record.version, record.route) == ("colours", "1", "predict")
    assert (record.status, record.top_label, record.batch_size) == (200, "green", 1)
    assert record.caller == "key-1"
    assert (found[refused].status, found[refused].error_code) == (422, "image_invalid")


def test_metrics_count_answers_by_model_and_version(deployment: Deployment) -> None:
    with deployment.client() as client:
        client.post("/predict", content=GREEN)
        text = client.get("/metrics").text
    labels = 'model="colours",route="predict",status="200",version="1"'
    assert f"easel_requests_total{{{labels}}}" in text
    assert 'easel_batch_rows_bucket{le="1.0",model="colours",version="1"}' in text
    assert "easel_requests_in_flight" in text
