"""Segment Anything as a package: it answers what the library's own network answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
import pytest
import torch
from easel.runtime import Model
from easel.runtime.predictions.masks import map_mask
from easel.runtime.predictions.prompted import prompt_tensors
from easel.runtime.prompted.input import PromptedContext
from numpy.typing import NDArray

from engine.cli import main
from engine.errors import ResourceError
from engine.models.vision.segmentation.sam import load_sam
from tests.engine.clicks import SIDE, tiny_sam, write_weights

HEIGHT, WIDTH = 301, 457
# The network's image holds the sent one in 42 rows of 64 columns.
SCALE = np.array([SIDE / WIDTH, 42 / HEIGHT])
TOLERANCE = 2e-5

PROMPTS: dict[str, tuple[list[tuple[float, float, bool]], list[float] | None]] = {
    "a click": ([(100.5, 50.5, True)], None),
    "a click on it and one beside": ([(100.5, 50.5, True), (200, 220, False)], None),
    "a box": ([], [30, 40, 200, 250]),
    "a box and a click beside it": ([(100.5, 50.5, False)], [30, 40, 200, 250]),
}


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weights") / "tiny-sam"
    write_weights(folder)
    return folder


@pytest.fixture(scope="module")
def model(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Model:
    work = tmp_path_factory.mktemp("work")
    assert main(["package_segmenter", "--weights", str(weights), "--work", str(work)]) == 0
    return easel.runtime.load(work / "package")


@pytest.fixture(scope="module")
def pixels() -> NDArray[np.uint8]:
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    waves = [np.sin(rows / 17 + k) * np.cos(columns / (23 + 9 * k)) for k in range(3)]
    return (127.5 + 127.5 * np.stack(waves, axis=-1)).astype(np.uint8)


@pytest.mark.parametrize("kind", PROMPTS)
def test_the_package_says_what_the_network_of_the_library_says(
    model: Model, pixels: NDArray[np.uint8], kind: str
) -> None:
    points, box = PROMPTS[kind]
    example = model.prepare({"image": pixels, "prompt": asked(points, box)})
    outputs = model.run([example])[0]
    assert isinstance(example.context, PromptedContext)
    places, labels = prompt_tensors(example.context)
    given = model.run_network("decoder", {**outputs, "points": places, "labels": labels})

    expected = of_library(example.tensors["image"], points, box)
    for name in ("masks", "scores"):
        assert np.abs(given[name][0] - expected[name]).max() < TOLERANCE, name
    assert np.abs(expected["masks"]).max() > 0.1, "flat masks would prove nothing"


def test_a_mask_is_enlarged_to_the_image_as_the_processor_of_the_library_does(
    model: Model, pixels: NDArray[np.uint8]
) -> None:
    rows, columns = np.mgrid[:16, :16] + 0.5
    disc = 4.2 - np.hypot(rows - 5, columns - 9)
    context = model.prepare({"image": pixels}).context
    assert isinstance(context, PromptedContext)
    found = map_mask(disc, context.image)

    # To the network's image, without its padding, to the image that was sent.
    enlarge = torch.nn.functional.interpolate
    padded = enlarge(torch.from_numpy(disc)[None, None], (SIDE, SIDE), mode="bilinear")
    whole = enlarge(padded[:, :, :42, :], (HEIGHT, WIDTH), mode="bilinear")[0, 0].numpy() > 0
    assert found.shape == (HEIGHT, WIDTH)
    assert (found & whole).sum() / (found | whole).sum() > 0.99


def test_the_package_passes_its_own_test(model: Model) -> None:
    result = model.selftest()
    assert result.passed, result.failures
    assert result.num_cases == 2


def test_weights_of_another_network_are_refused(weights: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "resnet"}))
    (tmp_path / "model.safetensors").write_bytes((weights / "model.safetensors").read_bytes())
    with pytest.raises(ResourceError, match="'resnet' where 'sam' is expected"):
        load_sam(tmp_path)


def of_library(
    image: NDArray[Any], points: list[tuple[float, float, bool]], box: list[float] | None
) -> dict[str, NDArray[np.float32]]:
    """Return the one mask and the three of an ambiguous prompt, with their scores.

    The library counts pixels by their middles, so that edges lie half a pixel before.
    """
    network = tiny_sam()
    places = [[x, y] for x, y, _ in points]
    arguments: dict[str, torch.Tensor] = {"pixel_values": torch.from_numpy(image)}
    if points:
        arguments["input_points"] = torch.tensor(np.array([[places]]) * SCALE - 0.5).float()
        arguments["input_labels"] = torch.tensor([[[int(on) for *_, on in points]]])
    if box is not None:
        corners = np.array(box).reshape(2, 2) * SCALE - 0.5
        arguments["input_boxes"] = torch.tensor(corners.reshape(1, 1, 4)).float()
    with torch.inference_mode():
        answers = [network(**arguments, multimask_output=many) for many in (False, True)]
    return {
        "masks": np.concatenate([one.pred_masks[0, 0].numpy() for one in answers]),
        "scores": np.concatenate([one.iou_scores[0, 0].numpy() for one in answers]),
    }


def asked(points: list[tuple[float, float, bool]], box: list[float] | None) -> dict[str, Any]:
    prompt: dict[str, Any] = {"points": [{"x": x, "y": y, "positive": on} for x, y, on in points]}
    if box is not None:
        x1, y1, x2, y2 = box
        prompt["box"] = {"left": x1, "top": y1, "width": x2 - x1, "height": y2 - y1}
    return prompt
