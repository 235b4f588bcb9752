"""A replica answers for any kind of input and any kind of answer, in every protocol."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import tritonclient.http as triton
from easel.errors import InputError
from easel.runtime.predictions import DECODERS

from engine.serving.calls import Call, CallLog
from engine.serving.errors import ServingError, as_serving_error
from engine.serving.forwarding.upstream import Asked
from engine.serving.in_flight import InFlight
from engine.serving.metrics import Metrics
from engine.serving.packages.repository import load_repository
from engine.serving.protocol.easydl_responses import wrap
from engine.serving.replica.server import Application
from engine.specs.serving import BatchingSpec, DeploymentSpec, ServedModel
from tests.engine.serving.deployments import API_KEY, Deployment, Issuer, deployed, token_spec
from tests.sdk import chained_prediction
from tests.sdk.text_package import doubling, moods, sameness, write_text_package
from tests.sdk.tiny_package import plain_image, write_package
from tests.sdk.video_package import write_video_package, zipped

EASYDL = "/rpc/2.0/ai_custom/v1/text_cls/anything"
Ask = Callable[[httpx.AsyncClient], Awaitable[None]]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("packages")
    pair = {"text1": "fine", "text2": "lovely"}
    return {
        "moods": write_text_package(root / "moods", [moods()], [{"text": "fine"}]),
        "pairs": write_text_package(
            root / "pairs", [sameness()], [pair], kind="text_pair", labels=("same", "different")
        ),
        "colours": write_package(root / "colours"),
    }


@pytest.fixture(scope="module")
def mixed(
    packages: dict[str, Path], issuer: Issuer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """Yield one deployment of a text, a pair and an image model."""
    models = tuple(
        ServedModel(name=name, version="1", package=str(path)) for name, path in packages.items()
    )
    with deployed(
        token_spec(packages["moods"], issuer, models=models), tmp_path_factory.mktemp("w")
    ) as one:
        yield one


@pytest.mark.parametrize(
    "body",
    [
        {"json": {"text": "悪い"}},
        {"json": {"text": "悪い", "top_num": 2}},
        {"content": "悪い".encode(), "headers": {"content-type": "text/plain; charset=utf-8"}},
        {"files": {"text": (None, "悪い")}},
    ],
)
def test_a_text_is_sent_as_json_form_or_body(mixed: Deployment, body: dict[str, Any]) -> None:
    with mixed.client() as client:
        response = client.post("/predict", **body)
    assert response.status_code == 200, response.text
    assert response.json()["results"][0] == {"name": "bad", "score": 0.982014}
    assert response.json()["model"] == "moods"


def test_two_parts_are_one_request(mixed: Deployment) -> None:
    pair = {"text1": "fine", "text2": "awful"}
    with mixed.client() as client:
        by_json = client.post("/predict", json={"model": "pairs", **pair})
        by_form = client.post("/predict?model=pairs", files={k: (None, v) for k, v in pair.items()})
    assert by_json.json()["results"][0]["name"] == "different"
    assert by_form.json()["results"] == by_json.json()["results"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"json": {}}, 422, "field_missing"),
        ({"json": {"text": 5}}, 422, "field_invalid"),
        ({"json": {"text": None}}, 422, "field_missing"),
        ({"json": {"image": "x"}}, 422, "field_unknown"),
        ({"json": {"text": "a", "include_proba": True}}, 422, "field_unknown"),
        ({"json": {"text": "x" * 1_000_001}}, 422, "input_size"),
        ({"content": b"\xff\xfe", "headers": {"content-type": "text/plain"}}, 422, "field_invalid"),
        ({"data": {"text": "x"}}, 415, "media_type_unsupported"),
        ({"files": {"file": b"fine"}}, 422, "field_unknown"),
        ({"json": {"model": "pairs", "text1": "a"}}, 422, "field_missing"),
        ({"content": b"x", "params": {"model": "pairs"}}, 415, "media_type_unsupported"),
    ],
)
def test_what_is_no_text_is_a_problem_with_a_code(
    mixed: Deployment, body: dict[str, Any], status: int, code: str
) -> None:
    with mixed.client() as client:
        response = client.post("/predict", **body)
    assert (response.status_code, response.json()["code"]) == (status, code), response.text
    assert response.json()["detail"].endswith(".")


def test_an_easydl_client_sends_the_field_of_the_task(mixed: Deployment) -> None:
    with mixed.client() as client:
        text = client.post(EASYDL, json={"text": "fine", "top_num": 1, "old": 1}).json()
        pair = client.post(
            EASYDL.replace("anything", "pairs"), json={"text1": "fine", "text2": "fine"}
        ).json()
        absent = client.post(EASYDL, json={"image": "x"}).json()
        no_file = client.post(f"{EASYDL}?input_type=url", json={"url": "http://a.example"}).json()
    assert text["results"] == [{"name": "good", "score": 0.982014}]
    assert pair["results"][0]["name"] == "same"
    assert absent["error_code"] == 336002
    assert "'text'" in absent["error_msg"]
    assert no_file["error_code"] == 336001


def test_triton_client_asks_a_text_model_and_its_bare_network(mixed: Deployment) -> None:
    headers = {"Authorization": f"Bearer {API_KEY}"}
    client = triton.InferenceServerClient(mixed.address)
    texts = np.array(["fine", "悪い", "unheard"], dtype=object)
    tensor = triton.InferInput("text", [3], "BYTES")
    tensor.set_data_from_numpy(texts)
    whole = client.infer("moods", [tensor], headers=dict(headers))
    assert [one.decode() for one in whole.as_numpy("label")[:, 0]] == ["good", "bad", "good"]
    bare = client.infer("moods.tensors", [tensor], headers=dict(headers))
    assert np.allclose(bare.as_numpy("logits"), [[4, 0], [0, 4], [0, 0]])
    both = [triton.InferInput(name, [2], "BYTES") for name in ("text1", "text2")]
    both[0].set_data_from_numpy(np.array(["fine", "fine"], dtype=object))
    both[1].set_data_from_numpy(np.array(["lovely", "awful"], dtype=object))
    pairs = client.infer("pairs", both, headers=dict(headers))
    assert [one.decode() for one in pairs.as_numpy("label")[:, 0]] == ["same", "different"]
    bare = client.infer("pairs.tensors", both, headers=dict(headers))
    assert bare.as_numpy("logits").tolist() == [[4, 0], [0, 4]]


def test_metadata_names_the_parts_and_the_tensors(mixed: Deployment) -> None:
    with mixed.client() as client:
        whole = client.get("/v2/models/pairs").json()
        bare = client.get("/v2/models/pairs.tensors").json()
    assert [(x["name"], x["datatype"], x["shape"]) for x in whole["inputs"]] == [
        ("text1", "BYTES", [-1]),
        ("text2", "BYTES", [-1]),
    ]
    assert [x["name"] for x in whole["outputs"]] == ["label", "score"]
    assert bare["outputs"] == [{"name": "logits", "datatype": "FP32", "shape": [-1, 2]}]


@pytest.mark.parametrize(
    "inputs",
    [
        [{"name": "text1", "shape": [1], "datatype": "BYTES", "data": ["a"]}],
        [
            {"name": "text1", "shape": [1], "datatype": "BYTES", "data": ["a"]},
            {"name": "text2", "shape": [2], "datatype": "BYTES", "data": ["a", "b"]},
        ],
        [
            {"name": "text1", "shape": [1], "datatype": "BYTES", "data": ["a"]},
            {"name": "text1", "shape": [1], "datatype": "BYTES", "data": ["a"]},
        ],
        [
            {"name": "text1", "shape": [1], "datatype": "FP32", "data": [1.0]},
            {"name": "text2", "shape": [1], "datatype": "BYTES", "data": ["a"]},
        ],
    ],
)
@pytest.mark.parametrize("model", ["pairs", "pairs.tensors"])
def test_inputs_that_do_not_go_together_get_a_4xx(
    mixed: Deployment, model: str, inputs: list[dict[str, Any]]
) -> None:
    with mixed.client() as client:
        response = client.post(f"/v2/models/{model}/infer", json={"inputs": inputs})
    assert response.status_code == 400, response.text


def test_the_description_names_the_parts(mixed: Deployment) -> None:
    with mixed.client(secret=None) as client:
        document = client.get("/openapi.json").json()
    question = document["components"]["schemas"]["Question"]
    assert question["required"] == ["text"]
    assert question["properties"]["text"] == {"type": "string"}
    body = document["paths"]["/predict"]["post"]["requestBody"]["content"]
    assert set(body) == {"text/plain", "multipart/form-data", "application/json"}


def test_models_of_other_kinds_answer_beside(mixed: Deployment) -> None:
    image = base64.b64encode(plain_image((10, 220, 10))).decode()
    with mixed.client() as client:
        response = client.post("/predict", json={"image": image, "model": "colours"})
    assert response.json()["results"][0]["name"] == "green"


class Asking(httpx.AsyncBaseTransport):
    """Asks an application without a connection."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        headers = [(name.lower(), value) for name, value in request.headers.raw]
        body = await request.aread()
        asked = Asked(request.method.encode(), request.url.raw_path, headers, body, None)
        answer = await self._application.forward(asked)
        return httpx.Response(answer.status, headers=answer.headers, content=answer.body)


@contextmanager
def application(package: Path, work: Path, **batching: int) -> Iterator[Callable[[Ask], None]]:
    """Yield a function that asks a replica in this process, whose answers tests can look into."""
    spec = DeploymentSpec(
        deployment_id="d1",
        port=0,
        models=(ServedModel(name="moods", version="1", package=str(package)),),
        access="open",
        audience="easel",
        batching=BatchingSpec(**batching),
    )

    async def serve(ask: Ask) -> None:
        in_flight = InFlight()
        with ThreadPoolExecutor(1, thread_name_prefix="work") as workers:
            repository = load_repository(
                spec, num_threads=1, workers=workers, is_alone=in_flight.is_one, aside=workers
            )
            metrics = Metrics()
            app = Application(spec, repository, metrics, CallLog(work, metrics), in_flight)
            async with httpx.AsyncClient(transport=Asking(app), base_url="http://r") as client:
                await ask(client)
            repository.default.close()

    yield lambda ask: asyncio.run(serve(ask))


def test_an_answer_that_asks_a_further_network_leaves_the_event_loop_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DECODERS, "chained", "tests.sdk.chained_prediction")
    package = write_text_package(
        tmp_path / "two",
        [moods(), doubling("second")],
        [{"text": "fine"}],
        postprocessing=[{"op": "chained", "network": "second"}],
    )

    async def ask(client: httpx.AsyncClient) -> None:
        chained_prediction.threads.clear()
        responses = await asyncio.gather(
            *(client.post("/predict", json={"text": "fine"}) for _ in range(5))
        )
        assert [one.json()["results"] for one in responses] == [[{"numbers": [8.0, 0.0]}]] * 5
        assert all(name.startswith("work") for name in chained_prediction.threads)
        tensor = {"name": "text", "shape": [2], "datatype": "BYTES", "data": ["fine", "awful"]}
        said = await client.post("/v2/models/moods/infer", json={"inputs": [tensor]})
        output = said.json()["outputs"][0]
        assert (output["name"], output["shape"]) == ("results", [2])
        assert [json.loads(one) for one in output["data"]] == [
            [{"numbers": [8.0, 0.0]}],
            [{"numbers": [0.0, 8.0]}],
        ]

    with application(package, tmp_path) as serve:
        serve(ask)


def test_a_video_is_decoded_while_the_network_runs(tmp_path: Path) -> None:
    package = write_video_package(tmp_path / "lights")
    # More frames than one run of the network takes; the light goes out in the middle.
    frames = np.full((70, 16, 24, 3), 255, np.uint8)
    frames[30:33] = 0

    async def ask(client: httpx.AsyncClient) -> None:
        headers = {"content-type": "application/zip"}
        response = await client.post("/predict", content=zipped(frames), headers=headers)
        said = response.json()["results"]
        assert [one["frame"] for one in said] == list(range(70))
        assert {thing["track_id"] for one in said for thing in one["objects"]} == {1}
        damaged = await client.post("/predict", content=zipped(frames)[:-50], headers=headers)
        assert (damaged.status_code, damaged.json()["code"]) == (422, "input_invalid")

    with application(package, tmp_path) as serve:
        serve(ask)


def test_the_best_label_is_noted_even_when_none_reaches_the_threshold(tmp_path: Path) -> None:
    package = write_text_package(tmp_path / "moods", [moods()], [{"text": "fine"}])

    async def ask(client: httpx.AsyncClient) -> None:
        response = await client.post("/predict", json={"text": "fine", "threshold": 1.0})
        assert response.json()["results"] == []
        await client.get("/metrics")

    with application(package, tmp_path) as serve:
        serve(ask)
    (line,) = next(tmp_path.glob("calls-*.jsonl")).read_text().splitlines()
    assert (json.loads(line)["top_label"], json.loads(line)["top_score"]) == ("good", 0.982014)


@pytest.mark.parametrize(
    ("kind", "results", "expected"),
    [
        ("labels", [{"name": "a", "score": 1.0}], {"results": [{"name": "a", "score": 1.0}]}),
        ("boxes", [], {"results": []}),
        ("rows", [{"species": "setosa"}], {"batch_result": [{"species": "setosa"}]}),
        (
            "forecast",
            [{"day": "1", "sold": 2.0}, {"day": "2", "sold": 3.5}],
            {"results": {"day": ["1", "2"], "sold": [2.0, 3.5]}},
        ),
        (
            "words",
            [{"name": "total", "words": "7"}],
            {"words_result_num": 1, "words_result": [{"name": "total", "words": "7"}]},
        ),
    ],
)
def test_each_kind_of_answer_is_wrapped_as_easydl_does(
    kind: str, results: list[dict[str, Any]], expected: dict[str, Any]
) -> None:
    assert wrap(kind, results) == expected


def test_the_surest_name_is_noted_and_an_answer_without_names_has_none() -> None:
    call = Call("predict")
    call.note_best([{"numbers": [1.0]}, {"name": "no score"}])
    assert (call.top_label, call.top_score) == (None, None)
    call.note_best([{"name": "a", "score": 0.2}, {"name": "b", "score": 0.7}])
    assert (call.top_label, call.top_score) == ("b", 0.7)


def test_errors_of_the_runtime_keep_their_reason() -> None:
    codes = {
        "image_too_large": "image_size",
        "image_damaged": "image_invalid",
        "text_too_long": "input_size",
        "audio_damaged": "input_invalid",
        "column_missing": "field_missing",
        "top_num_invalid": "field_invalid",
    }
    for reason, code in codes.items():
        error: ServingError = as_serving_error(InputError("No.", code=reason))
        assert (error.code, error.params["reason"]) == (code, reason)
