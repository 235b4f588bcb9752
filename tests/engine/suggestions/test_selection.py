"""The order in which samples are worth labelling, and the points it is made of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.catalog import Media
from engine.embeddings.embedders import embedder_of
from engine.examples.files import write_wav
from engine.selection.batch import spread_order, useful_order
from tests.engine.recordings import tone
from tests.sdk.tiny_package import plain_image

CROWDS = 4


def crowds(each: int = 20) -> NDArray[np.float32]:
    """Return points in four tight crowds at right angles."""
    random = np.random.default_rng(0)
    points = np.repeat(np.eye(CROWDS), each, axis=0) + random.normal(0, 0.01, (CROWDS * each, 4))
    return points.astype(np.float32)


def test_the_first_samples_come_from_all_crowds() -> None:
    order = spread_order(crowds(), np.random.default_rng(1))
    assert {int(place) // 20 for place in order[:CROWDS]} == set(range(CROWDS))
    assert sorted(order) == list(range(80))


def test_the_first_samples_are_doubtful_ones() -> None:
    uncertainties = np.zeros(80)
    uncertainties[:20] = 0.9
    order = useful_order(crowds(), uncertainties, np.random.default_rng(1))
    assert set(order[:20]) == set(range(20))
    assert sorted(order) == list(range(80))


def test_doubles_are_drawn_last_and_none_is_lost() -> None:
    points = np.ones((12, 3), np.float32)
    order = useful_order(points, np.full(12, 0.5), np.random.default_rng(1))
    assert sorted(order) == list(range(12))


def similarity(media: Media, contents: list[bytes]) -> NDArray[np.float32]:
    embedder = embedder_of(media)
    assert embedder is not None
    embedder.fit(contents)
    points = embedder(contents)
    similarity: NDArray[np.float32] = points @ points.T
    return similarity


def test_images_of_a_colour_are_near_each_other() -> None:
    colours = ((200, 30, 30), (30, 30, 200))
    files = [plain_image(colour, 24 + number) for colour in colours for number in range(2)]
    found = similarity(Media.IMAGE, files)
    assert found[0, 1] > found[0, 2]
    assert found[2, 3] > found[1, 2]


def test_texts_of_a_kind_are_near_each_other() -> None:
    texts = ("房间很干净，服务也好", "房间干净，服务很好", "早餐太差，不会再来", "早餐很差，不来了")
    found = similarity(Media.TEXT, [text.encode() for text in texts])
    assert found[0, 1] > found[0, 2]
    assert found[2, 3] > found[1, 2]


def test_recordings_of_a_kind_are_near_each_other(tmp_path: Path) -> None:
    files = []
    for label in ("falling", "steady"):
        for seed in range(3):
            path = tmp_path / f"{label}{seed}.wav"
            write_wav(path, tone(label, seed) * (1.0 if label == "steady" else 0.01))
            files.append(path.read_bytes())
    found = similarity(Media.AUDIO, files)
    assert found[0, 1] > found[0, 4]


def test_a_broken_image_has_no_place() -> None:
    embedder = embedder_of(Media.IMAGE)
    assert embedder is not None
    embedder.fit([plain_image((1, 2, 3)), plain_image((200, 2, 3))])
    assert not embedder([b"no image"]).any()
