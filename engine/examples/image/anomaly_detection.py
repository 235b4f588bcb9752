"""Woven cloth; some of it has a scratch or a blot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.examples.example import GENERATED, Example
from engine.specs.language import Language

Pixels = NDArray[np.uint8]
Flags = NDArray[np.bool_]
NAMES: dict[Language, tuple[str, str]] = {"en": ("normal", "flawed"), "zh": ("正常", "有瑕疵")}
NUM_NORMAL, NUM_FLAWED = 80, 24
SIDE = 128


def write(root: Path, language: Language) -> None:
    """Write a folder of normal and one of flawed images."""
    random = np.random.default_rng(5)
    for label, count in zip(NAMES[language], (NUM_NORMAL, NUM_FLAWED), strict=True):
        (root / label).mkdir()
        for number in range(count):
            pixels = drawn_surface(random, SIDE)
            if label != NAMES[language][0]:
                pixels, _ = flawed(pixels, random)
            Image.fromarray(pixels).save(root / label / f"{number:03}.jpg", quality=90)


def drawn_surface(random: np.random.Generator, size: int) -> Pixels:
    """Return woven cloth (size, size, 3): two waves and noise, each image shifted."""
    y, x = np.mgrid[:size, :size] + random.uniform(0, 100, (2, 1, 1))
    waves = np.sin(x * 0.9) * 20 + np.sin(y * 0.6 + np.sin(x * 0.3)) * 20
    grey = 120 + waves + random.normal(0, 4, (size, size))
    return np.repeat(grey.clip(0, 255).astype(np.uint8)[:, :, np.newaxis], 3, axis=2)


def flawed(pixels: Pixels, random: np.random.Generator) -> tuple[Pixels, Flags]:
    """Return an image (H, W, 3) with one scratch or blob, and where it is."""
    height, width = pixels.shape[:2]
    sheet = Image.new("L", (width, height))
    draw = ImageDraw.Draw(sheet)
    side = min(height, width)
    at = random.uniform(0.25, 0.75, 2) * (width, height)
    if random.random() < 0.5:
        angle, half = random.uniform(0, np.pi), random.uniform(0.1, 0.22) * side
        reach = np.array([np.cos(angle), np.sin(angle)]) * half
        draw.line([*(at - reach), *(at + reach)], fill=255, width=max(2, side // 32))
    else:
        radii = random.uniform(0.05, 0.12, 2) * side
        draw.ellipse([*(at - radii), *(at + radii)], fill=255)
    share = np.asarray(sheet.filter(ImageFilter.GaussianBlur(0.6)), np.float64)[..., None] / 255
    tone = pixels.mean() + random.choice([-1, 1]) * random.uniform(45, 80)
    mixed = pixels * (1 - share) + (tone + random.normal(0, 6, pixels.shape)) * share
    return mixed.clip(0, 255).astype(np.uint8), share[..., 0] > 0.5


EXAMPLE = Example(write, GENERATED)
