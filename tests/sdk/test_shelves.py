"""Shelves: libraries, layers, counts, and photos that are put together."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from easel.errors import InputError, PackageError
from easel.runtime import Pipeline, PredictOptions, Tensors, documents
from easel.runtime.image.geometry import Pixels
from easel.runtime.results import Box, Prediction
from easel.runtime.retail.alignment import align
from easel.runtime.retail.cutout import cut_out
from easel.runtime.retail.layers import agree, layers_of, neighbours_of
from easel.runtime.retail.library import Library, crops, read_library
from easel.runtime.retail.panorama import Panorama, merge, stitch
from easel.runtime.retail.shelf import UNKNOWN, Product, count_facings
from numpy.typing import NDArray

COLOURS = {"cola": (220, 20, 20), "tea": (20, 200, 20), "milk": (20, 20, 220)}
OPS = [
    {"op": "keep_source"},
    {"op": "letterbox", "size": [64, 64], "pad": 114},
    {"op": "normalize", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5]},
    {"op": "layout", "to": "NCHW"},
]
BOXES = {"cola": (2, 2, 20, 30), "tea": (22, 2, 40, 30), "milk": (42, 34, 60, 62)}


def _library(*products: str, unknown_below: float = 0.5) -> Library:
    vectors = np.stack([_vector(np.array(COLOURS[name])) for name in products])
    return Library(products, vectors, np.arange(len(products)), 8.0, unknown_below)


def _vector(colour: NDArray[np.generic]) -> NDArray[np.float64]:
    centred = colour.astype(np.float64) / 127.5 - 1
    return np.asarray(centred / np.linalg.norm(centred))


def _shelf() -> Pixels:
    shelf = np.full((64, 64, 3), 128, np.uint8)
    for name, (x1, y1, x2, y2) in BOXES.items():
        shelf[y1:y2, x1:x2] = COLOURS[name]
    return shelf


def _mean_colour(name: str, tensors: Tensors) -> Tensors:
    """Stand in for an embedder: the direction of a crop's mean colour."""
    assert name == "embedder"
    colour = np.asarray(tensors["crop"]).mean(axis=(2, 3))
    return {"vector": (colour / np.linalg.norm(colour, axis=1, keepdims=True)).astype(np.float32)}


def _prediction(library: Library, options: PredictOptions | None = None) -> list[dict[str, object]]:
    document, vectors = library.files()
    pipeline = Pipeline.from_ops(
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
        ],
        [(name, 0.4) for name in library.products],
        {"library.json": document, "library.npy": vectors},
    )
    outputs = {
        "logits": np.full((1, 3, 1), 3.0, np.float32),
        "boxes": (np.array([list(BOXES.values())]) / 64).astype(np.float32),
    }
    example = pipeline.prepare(_shelf())
    results = pipeline.postprocess(example, outputs, options or PredictOptions(), _mean_colour)
    return documents(results)


def test_products_are_named_by_the_nearest_vectors_of_the_library() -> None:
    prediction = _prediction(_library("cola", "tea", "milk"))

    named = {str(one["name"]): one for one in prediction}
    assert set(named) == {"cola", "tea", "milk"}
    assert named["cola"]["location"] == {"left": 2, "top": 2, "width": 18, "height": 28}
    assert [named[name]["layer"] for name in ("cola", "tea", "milk")] == [1, 1, 2]


def test_a_product_that_resembles_none_of_the_library_is_unknown() -> None:
    prediction = _prediction(_library("cola", "tea"))

    assert sorted(str(one["name"]) for one in prediction) == ["cola", "tea", UNKNOWN]


def test_a_larger_library_names_what_was_unknown_before() -> None:
    library = _library("cola", "tea").with_product("milk", _vector(np.array(COLOURS["milk"]))[None])

    assert sorted(str(one["name"]) for one in _prediction(library)) == ["cola", "milk", "tea"]


def test_a_caller_can_ask_for_less() -> None:
    assert _prediction(_library("cola", "tea", "milk"), PredictOptions(threshold=0.99)) == []
    assert len(_prediction(_library("cola", "tea", "milk"), PredictOptions(top_num=1))) == 1


def test_a_library_survives_its_files() -> None:
    library = _library("cola", "tea")
    again = read_library(*library.files(), "library.json")

    assert again.products == library.products
    assert again.unknown_below == library.unknown_below
    assert np.allclose(again.vectors_VD, library.vectors_VD, atol=1e-7)


@pytest.mark.parametrize("change", [{"owners": [0]}, {"owners": [0, 0]}, {"products": []}, {}])
def test_a_library_that_does_not_fit_its_vectors_is_refused(change: dict[str, object]) -> None:
    document, vectors = _library("cola", "tea").files()
    wrong = {**json.loads(document), **change} if change else {"products": ["cola"]}

    with pytest.raises(PackageError) as refused:
        read_library(json.dumps(wrong).encode(), vectors, "library.json")
    assert refused.value.code == "library_invalid"


def test_similarity_is_the_mean_of_the_nearest_vectors_of_a_product() -> None:
    vectors = np.array([[1.0, 0], [0, 1.0], [0.6, 0.8], [-1.0, 0]])
    library = Library(("a", "b"), vectors, np.array([0, 0, 0, 1]), 1.0, 0.0)

    similarities = library.similarities([[1.0, 0.0]], 2)

    assert similarities.tolist() == [[pytest.approx(0.8), pytest.approx(-1.0)]]


def test_boxes_on_one_board_share_a_layer_whatever_their_height() -> None:
    boxes = np.array([[0, 0, 10, 40], [12, 15, 22, 41], [0, 50, 10, 90], [60, 55, 70, 90.0]])

    assert layers_of(boxes).tolist() == [1, 1, 2, 2]
    assert neighbours_of(boxes) == [[1], [0], [], []]


def test_a_doubtful_facing_takes_the_name_of_like_neighbours_only() -> None:
    boxes = np.array([[0, 0, 10, 20], [11, 0, 21, 20], [22, 0, 32, 20.0]])
    similarities = np.array([[0.9, 0.1], [0.45, 0.5], [0.9, 0.1]])
    alike = np.array([[1.0, 0], [1.0, 0], [1.0, 0]])
    unlike = np.array([[1.0, 0], [0, 1.0], [1.0, 0]])

    assert agree(similarities, alike, boxes, 0.4)[1].argmax() == 0
    assert np.array_equal(agree(similarities, unlike, boxes, 0.4), similarities)
    assert agree(similarities, alike, boxes, 0.0) is similarities


def test_shares_of_a_shelf_are_widths_and_add_up_to_one() -> None:
    shelf = count_facings(
        [
            Product("cola", 0.9, Box(0, 0, 30, 50), 1),
            Product("cola", 0.8, Box(30, 60, 30, 50), 2),
            Product(UNKNOWN, 0.8, Box(60, 0, 20, 50), 1),
            Prediction("no place", 0.5),
        ]
    ).document()

    assert shelf["facings"] == 3
    assert [one["name"] for one in shelf["products"]] == ["cola", UNKNOWN]
    assert shelf["products"][0] == {
        "name": "cola",
        "facings": 2,
        "share_of_shelf": 0.75,
        "layers": [1, 2],
    }
    assert count_facings([]).document() == {"facings": 0, "products": []}


def test_crops_stay_within_the_image() -> None:
    cut = crops(_shelf(), [[-5, -5, 10, 10], [63.8, 63.8, 64, 64]], 8)

    assert cut.shape == (2, 8, 8, 3)
    assert crops(_shelf(), np.zeros((0, 4)), 8).shape == (0, 8, 8, 3)


def test_a_product_before_a_plain_wall_is_cut_out_and_any_other_photo_kept_whole() -> None:
    photo = np.full((60, 50, 3), 240, np.uint8)
    photo[10:50, 15:35] = COLOURS["cola"]
    busy = np.random.default_rng(0).integers(0, 255, (40, 40, 3), dtype=np.uint8)

    product = cut_out(photo)

    assert product.pixels.shape == (40, 20, 3)
    assert product.alpha.min() == 255
    assert cut_out(busy).pixels is busy


def _scene() -> Pixels:
    """A shelf of textures that no other part repeats."""
    random = np.random.default_rng(3)
    small = random.integers(0, 255, (60, 110, 3), dtype=np.uint8)
    return small.repeat(6, axis=0).repeat(6, axis=1)


def test_photos_are_put_together_where_they_overlap() -> None:
    scene = _scene()
    photos = [scene[:, :320], scene[5:, 200:520], scene[:, 400:]]

    panorama = stitch(photos)

    expected = [[0.0, 0.0], [200.0, 5.0], [400.0, 0.0]]
    assert np.abs(panorama.places[:, :, 2] - expected).max() < 1.0
    height, width = panorama.pixels.shape[:2]
    assert abs(width - scene.shape[1]) <= 3
    assert abs(height - scene.shape[0]) <= 3
    middle = panorama.pixels[40:300, 40:600].astype(int) - scene[40:300, 40:600]
    assert np.abs(middle).mean() < 20


def test_photos_of_different_shelves_are_refused_by_their_number() -> None:
    random = np.random.default_rng(5)
    other = random.integers(0, 255, (60, 60, 3), dtype=np.uint8).repeat(6, 0).repeat(6, 1)

    assert align(_scene()[:, :320], other) is None
    with pytest.raises(InputError) as refused:
        stitch([_scene()[:, :320], other])
    assert refused.value.code == "photos_do_not_overlap"
    assert refused.value.params == {"photo": 1}


def _found(*boxes: tuple[str, float, int]) -> Sequence[Product]:
    return [Product(name, score, Box(left, 10, 20, 40)) for name, score, left in boxes]


def test_a_product_in_an_overlap_counts_once_and_by_its_surer_name() -> None:
    places = np.array([[[1, 0, 0], [0, 1, 0]], [[1, 0, 50], [0, 1, 0]]], np.float64)
    panorama = Panorama(np.zeros((60, 150, 3), np.uint8), places)

    products = merge(
        [_found(("cola", 0.9, 0), ("tea", 0.6, 60)), _found(("cola", 0.8, 12), ("milk", 0.7, 40))],
        panorama,
    )

    assert [(one.name, one.box.left) for one in products] == [
        ("cola", 0),
        ("cola", 62),
        ("milk", 90),
    ]
    assert {one.layer for one in products} == {1}


def test_neighbours_on_one_photo_are_never_merged() -> None:
    panorama = Panorama(np.zeros((60, 80, 3), np.uint8), np.eye(2, 3)[np.newaxis])

    assert len(merge([_found(("cola", 0.9, 0), ("cola", 0.8, 3))], panorama)) == 2


def test_no_photo_is_refused() -> None:
    with pytest.raises(InputError, match="no photo"):
        stitch([])
