"""Images with a prompt: where the mask lies, what is kept of an image, and what is refused."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from easel.errors import InputError, PackageError
from easel.runtime import Model, Pipeline, preprocess
from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.predictions.prompted import choose_mask
from easel.runtime.prompted import Memory, Prompt, PromptedImageInput
from easel.runtime.prompted.memory import Seen
from easel.runtime.results import PromptedMask
from numpy.typing import NDArray
from PIL import Image

SIDE, RADIUS = 64, 6.0
NORMALIZE = {"op": "normalize", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5]}
FIT, PAD = {"op": "fit", "size": [SIDE, SIDE]}, {"op": "pad", "size": [SIDE, SIDE]}
LAYOUT = {"op": "layout", "to": "NCHW"}


class Encoder:
    """Says what it saw, and counts how often."""

    output_names = ("embedding",)

    def __init__(self) -> None:
        self.num_runs = 0

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
        self.num_runs += 1
        return [inputs["image"][:, :1]]


class Decoder:
    """A disc around the first point; a box's corners are points, too."""

    output_names = ("masks", "scores")

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
        assert inputs["embedding"].shape == (1, 1, SIDE, SIDE)
        self.points, self.labels = inputs["points"], inputs["labels"]
        rows, columns = np.mgrid[:SIDE, :SIDE] + 0.5
        x, y = inputs["points"][0, 0]
        disc = RADIUS - np.hypot(columns - x, rows - y)
        return [disc[None, None].astype(np.float32), np.array([[1.2]], np.float32)]


@pytest.fixture
def encoder() -> Encoder:
    return Encoder()


@pytest.fixture
def decoder() -> Decoder:
    return Decoder()


@pytest.fixture
def model(encoder: Encoder, decoder: Decoder) -> Model:
    pipeline = Pipeline.from_ops(
        {"kind": "prompted_image", "color": "RGB"},
        [FIT, NORMALIZE, PAD, LAYOUT],
        [{"op": "prompted_mask", "decoder": "decoder"}],
    )
    return Model(pipeline, {"encoder": encoder, "decoder": decoder})


def photo(width: int = 301, height: int = 127, grey: int = 80) -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (width, height), (grey, grey, grey)).save(content, "PNG")
    return content.getvalue()


def click(x: float, y: float, positive: bool = True) -> dict[str, Any]:
    return {"points": [{"x": x, "y": y, "positive": positive}]}


def test_the_mask_lies_around_the_click_in_pixels_of_the_image(model: Model) -> None:
    (prediction,) = model.predict({"image": photo(), "prompt": click(200.5, 40.5)})
    document = prediction.document()
    assert document["size"] == [127, 301]
    assert document["score"] == 1.0
    # The network's image shows 301 pixels in 64; the disc is as wide as 12 of those.
    assert isinstance(prediction, PromptedMask)
    mask = prediction.mask.mask()
    rows, columns = np.nonzero(mask)
    assert columns.mean() + 0.5 == pytest.approx(200.5, abs=0.6)
    assert rows.mean() + 0.5 == pytest.approx(40.5, abs=0.6)
    assert document["location"]["width"] == pytest.approx(2 * RADIUS * 301 / SIDE, abs=2)


def test_clicks_come_first_and_the_corners_of_the_box_last(model: Model, decoder: Decoder) -> None:
    prompt = {**click(10, 20, False), "box": {"left": 30, "top": 40, "width": 50, "height": 60}}
    model.predict({"image": photo(128, 128), "prompt": prompt})
    assert decoder.points[0].tolist() == [[5, 10], [15, 20], [40, 50]]
    assert decoder.labels[0].tolist() == [0, 2, 3]
    model.predict({"image": photo(128, 128), "prompt": click(10, 20)})
    assert decoder.labels[0].tolist() == [1, -1]


def test_the_next_click_on_an_image_needs_no_encoder_and_no_image(
    model: Model, encoder: Encoder
) -> None:
    content = photo()
    key = hashlib.sha256(content).hexdigest()
    first = model.predict({"image": content, "prompt": click(50, 40)})
    assert model.predict({"image_key": key, "prompt": click(50, 40)}) == first
    assert model.predict({"image": content, "prompt": click(90, 40)}) != first
    assert encoder.num_runs == 1
    model.predict({"image": photo(grey=81), "prompt": click(50, 40)})
    assert encoder.num_runs == 2


def test_an_image_is_looked_at_without_a_prompt(model: Model, encoder: Encoder) -> None:
    assert model.predict({"image": photo()}) == []
    assert encoder.num_runs == 1


def test_an_image_that_is_not_kept_is_asked_for(model: Model) -> None:
    with pytest.raises(InputError) as refused:
        model.predict({"image_key": "0" * 64, "prompt": click(1, 1)})
    assert refused.value.code == "image_not_kept"


def test_what_is_kept_is_bounded_and_what_was_used_last_stays() -> None:
    memory = Memory(max_bytes=2000)
    context = ImageContext(1, 1, Placement((1, 1), 0, 0, 1, 1))
    for key in ("one", "two"):
        memory.keep(key, Seen(context, {"embedding": np.zeros(200, np.float32)}))
    assert memory.find("one") is not None
    memory.keep("three", Seen(context, {"embedding": np.zeros(200, np.float32)}))
    assert memory.find("two") is None
    assert memory.find("one") is not None
    assert memory.num_bytes == 1600
    memory.keep("large", Seen(context, {"embedding": np.zeros(600, np.float32)}))
    assert memory.find("large") is None
    assert memory.num_bytes == 1600


def test_a_single_click_means_the_best_mask_and_more_the_first() -> None:
    scores = np.array([0.9, 0.2, 0.8, 0.3])
    assert choose_mask(Prompt(((1, 1),), (True,)), scores) == 2
    assert choose_mask(Prompt(((1, 1), (2, 2)), (True, False)), scores) == 0
    assert choose_mask(Prompt(box=(1, 1, 2, 2)), scores) == 0
    assert choose_mask(Prompt(((1, 1),), (True,)), scores[:1]) == 0


@pytest.mark.parametrize(
    "prompt",
    [
        [],
        {"clicks": []},
        {"points": [[1, 2]]},
        {"points": [{"x": float("nan"), "y": 1}]},
        {"points": [{"x": True, "y": 1}]},
        {"points": [{"x": 1, "y": 1, "positive": 1}]},
        {"points": [{"x": 1, "y": 1}] * 65},
        {"box": {"left": 1, "top": 1, "width": 0, "height": 5}},
    ],
)
def test_a_prompt_that_says_nothing_clear_is_refused(model: Model, prompt: object) -> None:
    with pytest.raises(InputError) as refused:
        model.predict({"image": photo(), "prompt": prompt})
    assert refused.value.code == "prompt_invalid"


def test_fit_keeps_the_aspect_and_pad_puts_exact_zeros_below_and_to_the_right() -> None:
    pixels = np.full((50, 100, 3), 255, np.uint8)
    tensor = preprocess(pixels, [FIT, NORMALIZE, PAD, LAYOUT])
    assert tensor.shape == (3, SIDE, SIDE)
    assert (tensor[:, :32] == 1).all()
    assert (tensor[:, 32:] == 0).all()
    turned = preprocess(pixels.transpose(1, 0, 2), [FIT, NORMALIZE, PAD, {**LAYOUT, "to": "NHWC"}])
    assert (turned[:, :32] == 1).all()
    assert (turned[:, 32:] == 0).all()


@pytest.mark.parametrize(
    "ops",
    [
        [FIT, NORMALIZE, LAYOUT],
        [PAD, NORMALIZE, LAYOUT],
        [FIT, PAD, NORMALIZE, LAYOUT],
        [FIT, {"op": "center_crop", "size": [9, 9]}, NORMALIZE, PAD, LAYOUT],
        [{"op": "resize", "size": [9, 9]}, NORMALIZE, PAD, LAYOUT],
        [FIT, NORMALIZE, {"op": "pad", "size": [9, 99]}, LAYOUT],
    ],
)
def test_fit_and_pad_belong_together_and_in_this_order(ops: list[dict[str, Any]]) -> None:
    with pytest.raises(PackageError):
        preprocess(np.zeros((50, 100, 3), np.uint8), ops)


def test_the_input_is_found_by_its_kind(model: Model) -> None:
    assert isinstance(model.pipeline.input, PromptedImageInput)
    assert [part.name for part in model.pipeline.parts] == ["image", "image_key", "prompt"]
