"""Hashes are alike for what looks or reads alike, and differ for what does not."""

from __future__ import annotations

import numpy as np
from PIL import Image

from engine.quality.hashing import image_hash, normal_text, overlap, shingles


def scene(seed: int) -> Image.Image:
    """Return a smooth random image, as photographs are."""
    grid = np.random.default_rng(seed).integers(0, 255, (6, 6), dtype=np.uint8)
    return Image.fromarray(grid).resize((320, 240), Image.Resampling.BICUBIC)


def distance(one: int | None, other: int | None) -> int:
    assert one is not None
    assert other is not None
    return (one ^ other).bit_count()


def test_an_image_keeps_its_hash_when_it_is_scaled_and_brightened() -> None:
    image = scene(0)
    changed = image.resize((200, 150)).point(lambda level: 0.8 * level + 30)
    assert distance(image_hash(image), image_hash(changed)) <= 4


def test_different_images_have_hashes_far_apart() -> None:
    distances = [
        distance(image_hash(scene(one)), image_hash(scene(other)))
        for one in range(12)
        for other in range(one)
    ]
    assert min(distances) > 10


def test_an_image_of_one_colour_has_no_hash() -> None:
    assert image_hash(Image.new("L", (64, 64), 90)) is None


def test_texts_that_differ_in_form_alone_are_the_same() -> None:
    assert normal_text("Ｇreat  Room!\n") == normal_text("great room!")


def test_a_longer_text_with_one_word_changed_shares_its_shingles() -> None:
    text = "房间很干净，服务员态度也不错，早餐的品种比较丰富，离地铁站只有五分钟的路程。" * 3
    changed = text.replace("丰富", "齐全", 1)
    one, other = (shingles(normal_text(part)) for part in (text, changed))
    assert overlap(one, other) > 0.7
    assert overlap(one, shingles(normal_text("完全不同的一句话，说的是别的事情。"))) < 0.05
