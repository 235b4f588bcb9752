"""Every kind of image file that people send becomes upright RGB, or a named error."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pytest
from easel.errors import InputError
from easel.runtime import decode_image
from PIL import Image


def encoded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def test_bytes_and_paths_give_the_same_pixels(tmp_path: Path) -> None:
    data = encoded(Image.new("RGB", (5, 4), (1, 2, 3)))
    (tmp_path / "图片 😀.png").write_bytes(data)
    pixels = decode_image(data)
    assert pixels.shape == (4, 5, 3)
    assert pixels.dtype == np.uint8
    assert np.array_equal(pixels, decode_image(tmp_path / "图片 😀.png"))
    assert np.array_equal(pixels, decode_image(str(tmp_path / "图片 😀.png")))


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "CMYK", "YCbCr"])
def test_every_colour_mode_becomes_rgb(mode: str) -> None:
    image = Image.new("RGB", (6, 3), (255, 255, 255)).convert(mode)
    kind = "TIFF" if mode in ("CMYK", "YCbCr") else "PNG"
    assert np.array_equal(decode_image(encoded(image, kind)), np.full((3, 6, 3), 255, np.uint8))


def test_cmyk_jpeg_keeps_its_colours() -> None:
    image = Image.new("RGB", (16, 16), (200, 30, 30)).convert("CMYK")
    mean = decode_image(encoded(image, "JPEG", quality=95)).mean(axis=(0, 1))
    assert np.abs(mean - [200, 30, 30]).max() < 12


def test_transparency_is_laid_on_white() -> None:
    image = Image.new("RGBA", (2, 1))
    image.putpixel((0, 0), (10, 20, 30, 255))
    image.putpixel((1, 0), (10, 20, 30, 0))
    assert decode_image(encoded(image)).tolist() == [[[10, 20, 30], [255, 255, 255]]]


def test_a_transparent_palette_entry_is_laid_on_white() -> None:
    image = Image.new("P", (2, 1))
    image.putpalette([0, 0, 0, 9, 9, 9])
    image.putpixel((1, 0), 1)
    pixels = decode_image(encoded(image, transparency=0))
    assert pixels.tolist() == [[[255, 255, 255], [9, 9, 9]]]


def test_sixteen_bit_grey_is_scaled_and_not_clipped() -> None:
    values = np.array([[0, 128, 129, 257 * 200, 65535]], np.uint16)
    image = Image.fromarray(values)
    assert decode_image(encoded(image))[0, :, 0].tolist() == [0, 0, 1, 200, 255]


def test_the_first_frame_of_an_animation_is_taken() -> None:
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue")]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert decode_image(data)[0, 0].tolist() == [255, 0, 0]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied(orientation: int) -> None:
    upright = np.zeros((16, 24, 3), np.uint8)
    upright[:8, :8] = 255
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    stored = Image.fromarray(upright)
    if orientation in undo:
        stored = stored.transpose(Image.Transpose(undo[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert np.array_equal(decode_image(encoded(stored, "PNG", exif=exif)), upright)


def test_one_pixel_is_an_image() -> None:
    assert decode_image(encoded(Image.new("L", (1, 1), 7))).tolist() == [[[7, 7, 7]]]


def test_a_long_thin_image_is_decoded() -> None:
    assert decode_image(encoded(Image.new("L", (40_000, 1), 7))).shape == (1, 40_000, 3)


def png_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(Image.new("L", (1, 1))))
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "image_empty"),
        (b"not an image at all", "image_not_recognised"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "image_not_recognised"),
        (encoded(Image.effect_noise((64, 64), 90), "JPEG")[:700], "image_damaged"),
        (encoded(Image.effect_noise((64, 64), 90), "PNG")[:700], "image_damaged"),
        (encoded(Image.effect_noise((64, 64), 90), "TIFF")[:700], "image_damaged"),
        (encoded(Image.effect_noise((64, 64), 90), "WEBP")[:200], "image_damaged"),
        (png_header(40_000, 40_000), "image_too_large"),
        (png_header(12_000, 12_000), "image_too_large"),
        (encoded(Image.new("F", (2, 2)), "TIFF"), "image_mode_unsupported"),
    ],
)
def test_what_cannot_be_used_is_named(data: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_image(data)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def test_the_limit_of_pixels_can_be_lower() -> None:
    data = encoded(Image.new("L", (10, 10)))
    with pytest.raises(InputError) as caught:
        decode_image(data, max_pixels=99)
    assert caught.value.params["width"] == 10


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        decode_image(tmp_path / "absent.png")
    assert caught.value.code == "image_unreadable_file"


@pytest.mark.parametrize("position", range(0, 400, 7))
def test_a_flipped_byte_never_escapes_as_another_exception(position: int) -> None:
    for kind in ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP"):
        data = bytearray(encoded(Image.effect_noise((16, 16), 90).convert("RGB"), kind))
        data[position % len(data)] ^= 0xFF
        try:
            decode_image(bytes(data))
        except InputError:
            continue
