"""One runtime for any input and any answer: texts, pairs, windows, several networks."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, InputError, PackageError
from easel.runtime import Context, Example, Model, Pipeline, PredictOptions, load
from easel.runtime.comparison import array_difference, json_differences
from easel.runtime.image import ImageContext, Preprocessing
from easel.runtime.predictions import DECODERS
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.specs.package.manifest import Manifest
from tests.sdk.text_package import (
    LABELS_OPS,
    doubling,
    moods,
    sameness,
    write_text_package,
)

CHAINED = [{"op": "chained", "network": "second"}]


@pytest.fixture(scope="module")
def text_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    requests = [{"text": "fine"}, {"text": "悪い"}, {"text": ""}]
    return write_text_package(tmp_path_factory.mktemp("text") / "moods", [moods()], requests)


@pytest.fixture
def chained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DECODERS, "chained", "tests.sdk.chained_prediction")


def test_a_text_is_classified_and_its_package_repeats_its_vectors(text_package: Path) -> None:
    model = load(text_package)
    assert [part.name for part in model.pipeline.parts] == ["text"]
    assert model.predict("lovely")[0].document() == {"name": "good", "score": 0.982014}
    assert model.predict("悪い".encode())[0].document()["name"] == "bad"
    assert [one[0].document()["name"] for one in model.predict(["awful", "fine"])] == [
        "bad",
        "good",
    ]
    outcome = model.selftest()
    assert outcome.failures == ()
    assert (outcome.num_cases, outcome.max_abs_difference) == (3, 0.0)


def test_the_manifest_of_a_text_package_is_the_one_the_engine_writes(text_package: Path) -> None:
    written = json.loads((text_package / "manifest.json").read_text())
    assert json.loads(Manifest.model_validate(written).model_dump_json()) == written


def test_a_pair_of_texts_is_one_source(tmp_path: Path) -> None:
    request = {"text1": "fine", "text2": "lovely"}
    folder = write_text_package(
        tmp_path / "pair", [sameness()], [request], kind="text_pair", labels=("same", "different")
    )
    model = load(folder)
    assert model.selftest().failures == ()
    assert model.predict(request)[0].document()["name"] == "same"
    assert model.predict(("fine", "awful"))[0].document()["name"] == "different"
    with pytest.raises(InputError):
        model.predict({"text1": "fine"})


@pytest.mark.parametrize("source", [7, None, b"\xff\xfe", 1.5])
def test_what_is_no_text_is_refused(text_package: Path, source: Any) -> None:
    with pytest.raises(InputError) as caught:
        load(text_package).predict(source)
    assert caught.value.code == "text_invalid"


def test_an_answer_may_ask_a_further_network(chained: None, tmp_path: Path) -> None:
    folder = write_text_package(
        tmp_path / "two", [moods(), doubling("second")], [{"text": "fine"}], postprocessing=CHAINED
    )
    model = load(folder)
    assert model.predict("fine")[0].document() == {"numbers": [8.0, 0.0]}
    assert model.selftest().failures == ()
    rows = np.ones((70, 2), np.float32)
    assert np.array_equal(model.run_network("second", {"x": rows})["y"], rows * 2)
    with pytest.raises(PackageError) as caught:
        model.run_network("third", {"x": rows})
    assert caught.value.code == "network_missing"


def test_a_package_that_lacks_a_network_its_answer_asks_for_is_refused(
    chained: None, tmp_path: Path
) -> None:
    folder = write_text_package(tmp_path / "one", [moods()], [{"text": "fine"}])
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "postprocessing": CHAINED}))
    with pytest.raises(PackageError) as caught:
        load(folder)
    assert caught.value.code == "network_missing"


def test_the_selftest_says_where_an_answer_differs(text_package: Path, tmp_path: Path) -> None:
    other = write_text_package(
        tmp_path / "other", [moods()], [{"text": "fine"}], labels=("calm", "bad")
    )
    recorded = json.loads((text_package / "golden/0.result.json").read_text())
    path = other / "golden/0.result.json"
    manifest = json.loads((other / "manifest.json").read_text())
    shutil.copy(text_package / "golden/0.result.json", path)
    for file in manifest["files"]:
        if file["path"] == "golden/0.result.json":
            source = json.loads((text_package / "manifest.json").read_text())["files"]
            file.update(next(x for x in source if x["path"] == file["path"]))
    (other / "manifest.json").write_text(json.dumps(manifest))
    assert recorded["results"][0]["name"] == "good"
    assert load(other).selftest().failures == (
        "golden/0.request.json: the answer.results[0].name is 'calm', recorded 'good'",
    )


@pytest.mark.parametrize("request_", [{}, {"image": {"file": "absent"}}, [], "text"])
def test_a_vector_that_cannot_be_read_fails_the_selftest(
    text_package: Path, tmp_path: Path, request_: object
) -> None:
    shutil.copytree(text_package, tmp_path / "odd")
    content = json.dumps(request_).encode()
    (tmp_path / "odd/golden/0.request.json").write_bytes(content)
    manifest = json.loads((tmp_path / "odd/manifest.json").read_text())
    for file in manifest["files"]:
        if file["path"] == "golden/0.request.json":
            file.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    (tmp_path / "odd/manifest.json").write_text(json.dumps(manifest))
    (failure,) = load(tmp_path / "odd").selftest().failures
    assert failure.startswith("golden/0.request.json: ")


class Recorder:
    """A network that adds one, and keeps the shapes that it was given."""

    output_names = ("y",)

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return ``x`` plus one."""
        rows = np.asarray(inputs["x"], np.float32)
        self.shapes.append(rows.shape)
        return [rows + 1]


def example(rows: int, width: int, value: float) -> Example:
    return Example({"x": np.full((rows, width), value, np.float32)}, Context())


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 3)), max_size=12))
def test_rows_of_one_shape_share_runs_and_come_back_to_their_example(
    sizes: list[tuple[int, int]],
) -> None:
    recorder = Recorder()
    pipeline = Pipeline.from_ops({"kind": "text"}, [], LABELS_OPS, [("a", 0.5)])
    model = Model(pipeline, {"only": recorder})
    examples = [example(rows, width, n) for n, (rows, width) in enumerate(sizes)]
    outputs = model.run(examples)
    for one, said in zip(examples, outputs, strict=True):
        assert np.array_equal(said["y"], np.asarray(one.tensors["x"]) + 1)
    assert all(shape[0] <= 32 for shape in recorder.shapes)
    least = sum(-(-sum(r for r, w in sizes if w == width) // 32) for width in {w for _, w in sizes})
    assert len(recorder.shapes) == least


def test_the_score_of_windows_is_the_mean_of_their_scores() -> None:
    pipeline = Pipeline.from_ops({"kind": "text"}, [], LABELS_OPS, [("a", 0.5), ("b", 0.5)])
    logits = np.array([[9.0, 0.0], [0.0, 0.0]], np.float32)
    prediction = pipeline.postprocess(example(2, 1, 0), {"logits": logits})
    share = 1 / (1 + np.exp(-9.0))
    assert prediction[0].document() == {
        "name": "a",
        "score": pytest.approx((share + 0.5) / 2, abs=1e-6),
    }


def test_an_output_that_does_not_count_rows_is_refused() -> None:
    class Sum(Recorder):
        def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
            return [np.asarray(inputs["x"]).sum(keepdims=True)]

    pipeline = Pipeline.from_ops({"kind": "text"}, [], LABELS_OPS, [("a", 0.5)])
    with pytest.raises(BackendError) as caught:
        Model(pipeline, {"only": Sum()}).run([example(3, 1, 0)])
    assert caught.value.code == "output_shape"


def test_a_file_that_an_op_names_must_be_given() -> None:
    def read(path: str) -> bytes:
        raise AssertionError(path)

    document = {"input": {"kind": "text"}, "preprocessing": [], "labels": []}
    with pytest.raises(PackageError) as caught:
        Pipeline({**document, "postprocessing": []}, read)
    assert caught.value.code == "op_order"


@pytest.mark.parametrize("choice", [{"top_num": 0}, {"top_num": 2.0}, {"threshold": -0.1}])
def test_options_out_of_range_are_refused_for_every_answer(choice: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        PredictOptions(**choice)


GEOMETRY = st.lists(
    st.tuples(
        st.sampled_from(["resize", "letterbox", "center_crop"]),
        st.integers(8, 64),
        st.integers(8, 64),
    ),
    min_size=1,
    max_size=3,
)
AFTER: list[dict[str, Any]] = [
    {"op": "normalize", "mean": [0, 0, 0], "std": [1, 1, 1]},
    {"op": "layout", "to": "NCHW"},
]


@given(GEOMETRY, st.integers(70, 200), st.integers(70, 200))
def test_points_of_the_networks_image_are_found_in_the_image_that_was_sent(
    steps: list[tuple[str, int, int]], height: int, width: int
) -> None:
    ops = [{"op": op, "size": [h, w]} for op, h, w in steps]
    inner = (height, width)
    for op, h, w in steps:
        if op == "center_crop" and (inner[0] < h or inner[1] < w):
            return
        inner = (h, w)
    compiled = Preprocessing([*ops, *AFTER])
    context = compiled.context((height, width))
    assert isinstance(context, ImageContext)
    assert context.placement.size == compiled.size
    middle = context.to_source([[inner[1] / 2, inner[0] / 2]])
    # Every op keeps the middle; crops and letterboxes round it to whole pixels of their image.
    slack = 1.5 * len(steps) * max(1.0, context.placement.x_scale, context.placement.y_scale)
    assert np.allclose(middle, [[width / 2, height / 2]], atol=slack)


def test_a_mark_in_an_image_is_found_again_through_letterbox_and_crop() -> None:
    pixels = np.zeros((120, 200, 3), np.uint8)
    pixels[30:40, 150:170] = 255
    compiled = Preprocessing(
        [
            {"op": "letterbox", "size": [100, 100], "pad": 0},
            {"op": "center_crop", "size": [60, 96]},
            {"op": "resize", "size": [120, 48]},
            *AFTER,
        ]
    )
    bright = compiled.geometry(pixels)[:, :, 0] > 127
    rows, columns = np.flatnonzero(bright.any(axis=1)), np.flatnonzero(bright.any(axis=0))
    box = [columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]
    found = compiled.context((120, 200)).boxes_to_source([box])[0]
    # One pixel of the network's image is about four of the one that was sent, across.
    assert np.allclose(found, [150, 30, 170, 40], atol=4.5)


def test_arrays_and_answers_are_compared_by_value_and_form() -> None:
    ones = np.ones(3, np.float32)
    assert array_difference(ones, ones) == 0
    assert array_difference(ones, ones + 0.5) == 0.5
    assert array_difference(ones, ones.astype(np.int64)) == float("inf")
    assert array_difference(ones, np.ones(4, np.float32)) == float("inf")
    assert array_difference(np.array([np.inf]), np.array([np.inf])) == 0
    assert array_difference(np.array([np.nan]), np.array([1.0])) == float("inf")
    recorded = {"results": [{"name": "a", "score": 0.5, "box": {"left": 3}}]}
    near = {"results": [{"name": "a", "score": 0.5004, "box": {"left": 3}}]}
    assert list(json_differences(near, recorded, "answer")) == []
    for wrong in (
        {"results": []},
        {"results": [{"name": "b", "score": 0.5, "box": {"left": 3}}]},
        {"results": [{"name": "a", "score": 0.51, "box": {"left": 3}}]},
        {"results": [{"name": "a", "score": None, "box": {"left": 3}}]},
        {"results": [{"name": "a", "score": 0.5, "box": {"right": 3}}]},
        {"results": [{"name": "a", "score": 0.5, "box": {"left": True}}]},
    ):
        assert len(list(json_differences(wrong, recorded, "answer"))) == 1


def test_a_network_of_one_row_at_a_time_answers_lists_too(
    text_package: Path, tmp_path: Path
) -> None:
    shutil.copytree(text_package, tmp_path / "single")
    manifest = json.loads((tmp_path / "single/manifest.json").read_text())
    for tensor in (*manifest["networks"][0]["inputs"], *manifest["networks"][0]["outputs"]):
        tensor["shape"][0] = 1
    (tmp_path / "single/manifest.json").write_text(json.dumps(manifest))
    single, many = load(tmp_path / "single"), load(text_package)
    recorder = single.sessions["classifier"].run
    sizes: list[int] = []

    def run(inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        sizes.append(len(inputs["text"]))
        return recorder(inputs)

    single.sessions["classifier"].run = run  # type: ignore[method-assign]
    texts = ["fine", "awful", "unheard"]
    assert single.predict(texts) == many.predict(texts)
    assert sizes == [1, 1, 1]
