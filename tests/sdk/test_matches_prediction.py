"""Images and texts compared by their vectors, and found in a gallery."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest
from easel.errors import InputError, PackageError
from easel.runtime import Example, Pipeline, PredictOptions, Tensors, documents
from easel.runtime.image_text import ImageTextContext

IMAGE_TEXT = {"kind": "image_text", "color": "RGB"}
PREPROCESSING = (
    {"op": "resize", "size": [4, 4]},
    {"op": "normalize", "mean": [0, 0, 0], "std": [1, 1, 1]},
    {"op": "layout", "to": "NCHW"},
    {"op": "words", "file": "vocabulary.json"},
)
MATCHES = {"op": "matches", "text_network": "text", "names": "g.json", "vectors": "g.npy"}
VOCABULARY = json.dumps({"words": ["apple", "pear"], "features": []}).encode()
IMAGE = np.full((5, 7, 3), 200, np.uint8)


def npy(rows: Any) -> bytes:
    content = io.BytesIO()
    np.save(content, np.array(rows, np.float32))
    return content.getvalue()


def pipeline(
    vectors: bytes | None = None, preprocessing: Any = PREPROCESSING, **fields: object
) -> Pipeline:
    names = {"pictures": ["a.jpg", "b.jpg", "c.jpg"], "texts": ["an apple", "a pear"]}
    files = {
        "vocabulary.json": VOCABULARY,
        "g.json": json.dumps(names).encode(),
        "g.npy": vectors or npy([[1, 0], [0, 1], [0, 1], [2, 0], [0, 3]]),
    }
    return Pipeline.from_ops(IMAGE_TEXT, preprocessing, [{**MATCHES, **fields}], files=files)


def texts_vector(name: str, tensors: Tensors) -> Tensors:
    """Stand in for the network of texts: how often each of both words was said."""
    assert name == "text"
    ids = tensors["input_ids"]
    return {"vector": np.stack([(ids == 2).sum(1), (ids == 3).sum(1)], axis=1).astype(np.float32)}


def ask(surroundings: Pipeline, source: Any, vector: list[float], **options: Any) -> Any:
    outputs = {"vector": np.array([vector], np.float32)}
    example = surroundings.prepare(source)
    said = surroundings.postprocess(example, outputs, PredictOptions(**options), texts_vector)
    return documents(said)


def test_an_image_and_a_text_are_answered_by_the_probability_that_they_match() -> None:
    both = {"image": IMAGE, "text": "apple, apple"}
    assert ask(pipeline(), both, [1.0, 5.0]) == [{"name": "match", "score": 0.880797}]
    assert ask(pipeline(), (IMAGE, "a pear"), [1.0, 0.0]) == [{"name": "match", "score": 0.5}]


def test_a_text_of_several_windows_has_the_mean_of_their_vectors() -> None:
    *of_images, words = PREPROCESSING
    windows = pipeline(preprocessing=(*of_images, {**words, "max_words": 8, "overlap": 0}))
    long = {"image": IMAGE, "text": "apple " * 8 + "pear " * 8}
    # Eight apples in one window and eight pears in the other: four and four.
    assert ask(windows, long, [0.25, 0.0]) == [{"name": "match", "score": 0.731059}]
    assert ask(windows, long, [0.25, -0.25]) == [{"name": "match", "score": 0.5}]


def test_a_text_alone_finds_images_and_ties_keep_the_order_of_the_gallery() -> None:
    found = ask(pipeline(), {"text": "pear"}, [9.0, 9.0])
    assert [one["name"] for one in found] == ["b.jpg", "c.jpg", "a.jpg"]
    assert found[0]["score"] == 0.731059


def test_an_image_alone_finds_texts() -> None:
    found = ask(pipeline(), {"image": IMAGE, "text": None}, [1.0, 0.0])
    assert found == [{"name": "an apple", "score": 0.880797}, {"name": "a pear", "score": 0.5}]


def test_callers_and_packages_limit_what_is_found() -> None:
    assert len(ask(pipeline(top_num=2), {"text": "pear"}, [0.0, 0.0])) == 2
    assert len(ask(pipeline(top_num=2), {"text": "pear"}, [0.0, 0.0], top_num=3)) == 3
    assert len(ask(pipeline(), {"text": "pear"}, [0.0, 0.0], threshold=0.6)) == 2


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ({}, "part_missing"),
        ({"image": None, "text": None}, "part_missing"),
        ({"sound": b""}, "input_type"),
        ("a path", "input_type"),
        ({"text": 7}, "text_invalid"),
        ({"image": 7}, "input_type"),
    ],
)
def test_a_request_without_an_image_or_a_text_is_refused(source: Any, code: str) -> None:
    with pytest.raises(InputError) as refused:
        pipeline().prepare(source)
    assert refused.value.code == code


def test_an_example_has_a_row_even_without_an_image_and_a_text_may_be_empty() -> None:
    example = pipeline().prepare({"text": ""})
    assert isinstance(example.context, ImageTextContext)
    assert not example.context.has_image
    assert example.tensors["image"].shape == (1, 3, 4, 4)
    assert example.context.text_tensors is not None
    assert example.context.text_tensors["attention_mask"].sum() == 0


@pytest.mark.parametrize("vectors", [npy([[1, 0]]), npy([1, 2, 3, 4, 5]), b"no array"])
def test_a_gallery_that_does_not_fit_its_names_is_refused_when_it_is_searched(
    vectors: bytes,
) -> None:
    surroundings = pipeline(vectors)
    assert ask(surroundings, {"image": IMAGE, "text": "apple"}, [1.0, 0.0])
    with pytest.raises(PackageError) as refused:
        ask(surroundings, {"text": "apple"}, [1.0, 0.0])
    assert refused.value.code == "gallery_invalid"


@pytest.mark.parametrize(
    "ops",
    [
        [{"op": "softmax"}, MATCHES],
        [{**MATCHES, "top_num": 0}],
        [{**MATCHES, "vectors": ""}],
        [{**MATCHES, "weights": 1}],
    ],
)
def test_a_wrong_op_list_is_refused(ops: list[dict[str, Any]]) -> None:
    files = {"vocabulary.json": VOCABULARY}
    with pytest.raises(PackageError):
        Pipeline.from_ops(IMAGE_TEXT, PREPROCESSING, ops, files=files)


def test_matches_are_refused_for_an_input_without_texts() -> None:
    surroundings = Pipeline.from_ops(
        {"kind": "image", "color": "RGB"}, PREPROCESSING[:3], [MATCHES]
    )
    example: Example = surroundings.prepare(IMAGE)
    with pytest.raises(PackageError) as refused:
        surroundings.postprocess(example, {"vector": np.zeros((1, 2), np.float32)})
    assert refused.value.code == "op_invalid"
