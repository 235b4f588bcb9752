"""Price tags below products: what they say, where they are looked for, and whose they are."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from easel.errors import PackageError
from easel.runtime import Pipeline, Tensors, documents
from easel.runtime.image.geometry import Pixels
from easel.runtime.pipeline import NO_OPTIONS
from easel.runtime.results import Box
from easel.runtime.retail.prices import PriceTag, facing_of, price_of, tag_pieces, without_repeats
from easel.runtime.retail.shelf import Product, count_facings

from tests.sdk.test_shelves import OPS, _library, _mean_colour

HEIGHT, WIDTH = 200, 400
BOXES = {"cola": (20, 20, 80, 120), "tea": (200, 20, 260, 120)}
TAG_BOXES = ((30, 126, 70, 136), (210, 126, 250, 136))


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("¥5.90", 5.9),
        ("￥12", 12.0),
        ("会员价 3.5元/瓶", 3.5),
        ("$ 1,299.00", 1299.0),
        ("2,49 €", 2.49),
        ("19.99", 19.99),
        ("１２．５０", 12.5),
        ("500 g", None),
        ("2024.11.21", None),
        ("12.5%", None),
        ("Cola 330", None),
        ("6901234567890", None),
    ],
)
def test_a_price_is_a_number_with_a_currency_or_two_decimals(
    text: str, price: float | None
) -> None:
    assert price_of(text) == price


def _product(left: int, top: int, layer: int) -> Product:
    return Product("cola", 0.9, Box(left, top, 60, 100), layer)


def _at(x: float, y: float) -> Any:
    return np.array([(x - 10, y - 4), (x + 10, y - 4), (x + 10, y + 4), (x - 10, y + 4)])


def test_a_tag_belongs_to_the_nearest_product_above_it() -> None:
    products = [_product(0, 0, 1), _product(80, 0, 1), _product(0, 140, 2)]

    assert facing_of(_at(35, 108), products) == 0
    assert facing_of(_at(95, 108), products) == 1
    assert facing_of(_at(30, 250), products) == 2
    # Above all of them, far beside, and far below.
    assert facing_of(_at(30, -20), products) is None
    assert facing_of(_at(300, 108), products) is None
    assert facing_of(_at(100, 390), products) is None
    assert facing_of(_at(0, 0), []) is None


def test_tags_are_looked_for_between_the_layers_in_pieces_that_overlap() -> None:
    products = [_product(60 * place, 0, 1) for place in range(8)] + [_product(0, 130, 2)]

    pieces = tag_pieces(products, (300, 600), 160)

    first = [piece for piece in pieces if piece[1] < 100]
    assert {(top, bottom) for _, top, _, bottom in first} == {(85, 130)}
    assert first[0][0] == 0
    assert first[-1][2] == 505
    assert all(one[2] - two[0] == 45 for one, two in itertools.pairwise(first))
    assert [piece[3] for piece in pieces if piece not in first] == [300]
    assert {piece[2] - piece[0] for piece in first[:-1]} == {160}
    # Neither so narrow that tags are cut, nor so wide that a reader of large images sees little.
    assert tag_pieces(products, (300, 600), 32)[0] == (0, 85, 90, 130)
    assert tag_pieces(products, (300, 600), 640)[0] == (0, 85, 180, 130)
    assert tag_pieces([], (300, 600), 160) == []


def test_a_tag_that_two_pieces_show_counts_once_by_its_longer_reading() -> None:
    def tag(x: float, words: str, score: float) -> PriceTag:
        return PriceTag(words, score, tuple(map(tuple, _at(x, 50).tolist())), "price_tag", 1.0)

    kept = without_repeats([tag(50, "5.9", 0.99), tag(52, "¥5.90", 0.8), tag(200, "¥1", 0.7)])

    assert [one.words for one in kept] == ["¥5.90", "¥1"]


def _shelf() -> Pixels:
    shelf = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    for (x1, y1, x2, y2), colour in zip(
        BOXES.values(), [(220, 20, 20), (20, 200, 20)], strict=True
    ):
        shelf[y1:y2, x1:x2] = colour
    for number, (x1, y1, x2, y2) in enumerate(TAG_BOXES):
        shelf[y1:y2, x1:x2] = 255 - 10 * number
    return shelf


def _networks(name: str, tensors: Tensors) -> Tensors:
    """Find what is white in a piece, and read ¥5 of the whiter of both tags, ¥7 of the other."""
    if name == "embedder":
        return _mean_colour(name, tensors)
    if name == "tag_detector":
        image = np.asarray(tensors["image"])
        bright = (image.min(axis=1, keepdims=True) > 0.85).astype(np.float32)
        # Regions are shrunk ones, which the reader lets grow again.
        inner = bright.copy()
        inner[:, :, 1:-1, 1:-1] = np.minimum.reduce(
            [
                bright[:, :, 1 + y : bright.shape[2] - 1 + y, 1 + x : bright.shape[3] - 1 + x]
                for y in (-1, 0, 1)
                for x in (-1, 0, 1)
            ]
        )
        return {"probability": inner}
    line = np.asarray(tensors["line"])
    logits = np.zeros((len(line), 8, 4), np.float32)
    for row, values in enumerate(line):
        digit = 2 if values.max() > 0.97 else 3
        logits[row, :, 0] = 9
        logits[row, 2], logits[row, 5] = np.eye(4)[1] * 20, np.eye(4)[digit] * 20
    return {"logits": logits}


def _pipeline(**changes: Any) -> Pipeline:
    library, vectors = _library("cola", "tea").files()
    letterbox = {"op": "letterbox", "size": [256, 256], "pad": 0}
    return Pipeline.from_ops(
        {"kind": "image", "color": "RGB"},
        OPS,
        [
            {"op": "boxes"},
            {
                "op": "recognise_products",
                "embedder": "embedder",
                "library": "library.json",
                "vectors": "library.npy",
                "crop_size": 16,
            },
            {
                "op": "read_prices",
                "detector": "tag_detector",
                "recognizer": "tag_recognizer",
                "characters": "characters.json",
                "preprocessing": [letterbox, *OPS[2:]],
                **changes,
            },
        ],
        [("cola", 0.4), ("tea", 0.4)],
        {
            "library.json": library,
            "library.npy": vectors,
            "characters.json": json.dumps(["¥", "5", "7"]).encode(),
        },
    )


def test_products_have_the_price_of_their_tag_and_tags_say_whose_they_are() -> None:
    pipeline = _pipeline()
    example = pipeline.prepare(_shelf())
    # The network's image is 64 x 64, with the shelf in its middle rows.
    scale = 64 / WIDTH
    boxes = np.array([list(BOXES.values())]) * scale + (0, (64 - HEIGHT * scale) / 2) * 2
    outputs = {
        "logits": np.full((1, 2, 1), 3.0, np.float32),
        "boxes": (boxes / 64).astype(np.float32),
    }

    results = pipeline.postprocess(example, outputs, NO_OPTIONS, _networks)

    products = {one.name: one for one in results if isinstance(one, Product)}
    tags = sorted((one for one in results if isinstance(one, PriceTag)), key=lambda one: one.words)
    assert {name: one.price for name, one in products.items()} == {"cola": 5.0, "tea": 7.0}
    assert [tag.words for tag in tags] == ["¥5", "¥7"]
    for tag, expected in zip(tags, TAG_BOXES, strict=True):
        (x1, y1), (x2, y2) = np.min(tag.points, axis=0), np.max(tag.points, axis=0)
        assert np.abs(np.array([x1, y1, x2, y2]) - expected).max() < 6
    said = documents(results)
    assert {one["price"]: said[one["facing"]]["name"] for one in said[2:]} == {
        5.0: "cola",
        7.0: "tea",
    }
    shelf = count_facings(results).document()
    assert {one["name"]: one["prices"] for one in shelf["products"]} == {
        "cola": [5.0],
        "tea": [7.0],
    }


def test_a_reader_that_is_not_whole_is_refused() -> None:
    with pytest.raises(PackageError, match="tag_threshold"):
        _pipeline(tag_threshold=2)
    with pytest.raises(PackageError, match="preprocessing must be a list"):
        _pipeline(preprocessing="letterbox")
    with pytest.raises(PackageError, match="the field 'size' is not known"):
        _pipeline(size=3)
