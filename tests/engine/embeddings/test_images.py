"""Images as points: histograms beside what the network that comes with the engine sees."""

from __future__ import annotations

import io
import shutil
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image, ImageDraw

from engine.catalog import Media
from engine.embeddings.embedders import require_embedder
from engine.embeddings.images import ImageEmbedder, histograms_of
from engine.embeddings.numbers import Reduction
from engine.embeddings.photo_features import NUM_FEATURES, PhotoFeatures, view_of
from engine.errors import ResourceError
from engine.examples.files import write_wav
from engine.models.vision.classification.photo_cnn import PhotoCnn
from engine.weights import built_in
from tests.engine.recordings import tone


def _drawn(sides: int, seed: int, size: int = 120) -> Image.Image:
    """Return a polygon in colours, at a place and of a size that tell nothing of it."""
    chance = np.random.default_rng((sides, seed))
    ground, paint = (tuple(int(one) for one in chance.integers(0, 256, 3)) for _ in range(2))
    image = Image.new("RGB", (size, size), ground)
    middle = chance.uniform(0.4, 0.6, 2) * size
    circle = (float(middle[0]), float(middle[1]), float(chance.uniform(0.25, 0.38) * size))
    ImageDraw.Draw(image).regular_polygon(circle, sides, int(chance.integers(0, 360)), fill=paint)
    return image


def _file(image: Image.Image) -> bytes:
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue()


def test_a_point_depends_on_its_image_alone() -> None:
    files = [_file(_drawn(3, seed)) for seed in range(20)]
    embed = ImageEmbedder()
    embed.fit(files)
    together = embed(files)
    assert together.shape == (20, 40)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(embed(files[7:8])[0], together[7], atol=1e-4)
    again = ImageEmbedder()
    again.fit(files)
    np.testing.assert_array_equal(again(files), together)


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "CMYK", "P", "I;16"])
@pytest.mark.parametrize("size", [(1, 1), (3, 400), (700, 500)])
def test_images_of_every_kind_become_points(mode: str, size: tuple[int, int]) -> None:
    content = io.BytesIO()
    image = Image.new(mode, size, 60)
    image.save(content, "TIFF" if mode in ("CMYK", "I;16") else "PNG")
    files = [content.getvalue(), b"none", _file(_drawn(5, 0)), _file(_drawn(4, 1))]
    embed = ImageEmbedder()
    embed.fit(files)
    points = embed(files)
    assert np.isfinite(points).all()
    assert not points[1].any()
    assert points[0].any()


def test_images_that_are_all_the_same_are_not_unreadable() -> None:
    file = _file(_drawn(4, 0))
    for files in ([file], [file] * 5):
        embed = ImageEmbedder()
        embed.fit(files)
        assert embed(files).any(axis=1).all()


@pytest.mark.parametrize("media", [Media.IMAGE, Media.AUDIO])
def test_files_that_cannot_be_read_are_no_failure(media: Media, tmp_path: Path) -> None:
    write_wav(tmp_path / "tone.wav", tone("steady", 0))
    readable = {
        Media.IMAGE: _file(_drawn(4, 0)),
        Media.AUDIO: (tmp_path / "tone.wav").read_bytes(),
    }[media]
    embed = require_embedder(media)
    embed.fit([b"", b""])
    assert not embed([b"", b"", readable]).any()
    embed.fit([readable, b"", readable])
    # As wide as other points, however few of a batch can be read.
    assert embed([b"", b""]).shape[1] == embed([readable]).shape[1]
    assert not embed([b"", b""]).any()


def test_the_network_tells_shapes_that_histograms_and_random_weights_do_not() -> None:
    images = [(_drawn(sides, seed), sides) for sides in (3, 40) for seed in range(60)]
    names = np.array([sides for _, sides in images])
    views = np.stack([view_of(image) for image, _ in images])

    def by(network: PhotoFeatures) -> float:
        network.adapt(views)
        features = network(views)
        assert features.shape == (120, NUM_FEATURES)
        return _accuracy(features, names, is_scaled=True)

    learnt = by(PhotoFeatures())
    torch.manual_seed(0)
    assert learnt > by(PhotoFeatures(PhotoCnn())) + 0.08
    histograms = np.stack([histograms_of(image) for image, _ in images])
    assert learnt > _accuracy(histograms, names, is_scaled=False) + 0.15


def _accuracy(rows: np.ndarray, names: np.ndarray, *, is_scaled: bool) -> float:
    """Return how often the nearest other point has the same name."""
    reduce = Reduction(is_scaled=is_scaled)
    reduce.fit(rows)
    points = reduce(rows)
    similarity = points @ points.T
    np.fill_diagonal(similarity, -1)
    return float((names[similarity.argmax(axis=1)] == names).mean())


def test_damaged_weights_are_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in built_in.FOLDER.glob("photo_cnn.*"):
        shutil.copy(file, tmp_path)
    weights = tmp_path / "photo_cnn.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])
    monkeypatch.setattr(built_in, "FOLDER", tmp_path)
    with pytest.raises(ResourceError, match="photo_cnn"):
        ImageEmbedder()


def test_files_are_done_with_one_at_a_time() -> None:
    embed = ImageEmbedder()
    tracemalloc.start()
    try:
        embed.fit(_file(_drawn(3, seed)) + bytes(8_000_000) for seed in range(12))
        points = embed(_file(_drawn(3, seed)) + bytes(8_000_000) for seed in range(12))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert points.any(axis=1).all()
    assert peak < 48_000_000
