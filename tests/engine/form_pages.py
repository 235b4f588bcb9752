"""Filled-in forms of several layouts with printed anchors, in the format ``text_lines``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.data.ocr.form_templates import ANCHOR, FormAnnotation
from engine.data.ocr.regions import AnnotatedLine
from engine.data.ocr.synthesis.fonts import find_fonts, open_font
from engine.data.ocr.synthesis.forms import Photograph, photographed

Random = np.random.Generator
Value = Callable[[Random], str]
FLAT = Photograph(0, (1.0, 1.0), 0, 0, 0, 0, 0, 95)


@dataclass(frozen=True)
class Print:
    """A printed text at a place; ``label`` is ``anchor`` for one that is annotated."""

    text: str
    left: int
    top: int
    size: int
    label: str | None = ANCHOR
    font: str = "DejaVuSans.ttf"


@dataclass(frozen=True)
class Slot:
    """A field: its box, and how its values come about."""

    name: str
    left: int
    top: int
    width: int
    height: int
    value: Value


@dataclass(frozen=True)
class Layout:
    """A form: its size, prints, fields, and lines (x0, y0, x1, y1)."""

    size: tuple[int, int]
    prints: tuple[Print, ...]
    slots: tuple[Slot, ...]
    rules: tuple[tuple[int, int, int, int], ...] = ()
    paper: str = "white"


def number(random: Random) -> str:
    """Return the number of an invoice."""
    return f"INV-{int(random.integers(10**5)):05}"


def date(random: Random) -> str:
    """Return a day."""
    year, month, day = (int(random.integers(*span)) for span in ((2015, 2030), (1, 13), (1, 29)))
    return f"{year}-{month:02}-{day:02}"


def amount(random: Random) -> str:
    """Return an amount of money."""
    return f"{int(random.integers(100, 10**6)) / 100:,.2f}"


def quantity(random: Random) -> str:
    """Return how many."""
    return str(int(random.integers(1, 1000)))


def name(random: Random) -> str:
    """Return a made-up name of two words."""
    return " ".join(_word(random) for _ in range(2))


def _word(random: Random) -> str:
    pairs = ("ba", "co", "di", "fu", "ga", "he", "jo", "ki", "la", "me", "no", "pu", "ra", "si")
    chosen = random.choice(pairs, int(random.integers(2, 4)))
    return "".join(chosen.tolist()).title()


INVOICES: Mapping[str, Layout] = {
    "plain": Layout(
        size=(640, 800),
        prints=(
            Print("INVOICE", 40, 36, 40, font="DejaVuSans-Bold.ttf"),
            Print("Invoice No.", 340, 42, 18),
            Print("Issued", 340, 82, 18),
            Print("Bill to", 40, 150, 18),
            Print("Description", 40, 270, 18),
            Print("Quantity", 340, 270, 18),
            Print("Grand total", 340, 560, 18),
            Print("Payable within 30 days", 40, 720, 16),
            Print("Thank you for your business", 40, 750, 14, label=None),
        ),
        slots=(
            Slot("number", 460, 36, 160, 30, number),
            Slot("date", 460, 76, 160, 30, date),
            Slot("customer", 130, 144, 260, 30, name),
            Slot("quantity", 340, 310, 120, 30, quantity),
            Slot("total", 470, 554, 150, 30, amount),
        ),
        rules=((40, 262, 600, 262), (40, 296, 600, 296), (40, 540, 600, 540)),
    ),
    "boxed": Layout(
        size=(720, 560),
        prints=(
            Print("Delivery note", 250, 24, 30, font="LiberationSerif-Bold.ttf"),
            Print("Order", 48, 92, 18, font="LiberationSerif-Regular.ttf"),
            Print("Day of delivery", 380, 92, 18, font="LiberationSerif-Regular.ttf"),
            Print("Recipient", 48, 182, 18, font="LiberationSerif-Regular.ttf"),
            Print("Pieces", 48, 272, 18, font="LiberationSerif-Regular.ttf"),
            Print("Value of goods", 380, 272, 18, font="LiberationSerif-Regular.ttf"),
            Print("Signature", 48, 480, 18, font="LiberationSerif-Regular.ttf"),
            Print("Page 1 of 1", 580, 510, 14, font="LiberationSerif-Regular.ttf"),
        ),
        slots=(
            Slot("number", 48, 122, 200, 32, number),
            Slot("date", 380, 122, 200, 32, date),
            Slot("customer", 48, 212, 300, 32, name),
            Slot("quantity", 48, 302, 120, 32, quantity),
            Slot("total", 380, 302, 200, 32, amount),
        ),
        rules=(
            (36, 80, 684, 80),
            (36, 168, 684, 168),
            (36, 258, 684, 258),
            (36, 350, 684, 350),
            (36, 80, 36, 350),
            (366, 80, 366, 350),
            (684, 80, 684, 350),
        ),
        paper="#f4f1e4",
    ),
    "receipt": Layout(
        size=(460, 760),
        prints=(
            Print("CITY MARKET", 120, 30, 32, font="LiberationSans-Bold.ttf"),
            Print("Receipt", 40, 110, 20, font="LiberationMono-Regular.ttf"),
            Print("Date", 40, 150, 20, font="LiberationMono-Regular.ttf"),
            Print("Cashier", 40, 190, 20, font="LiberationMono-Regular.ttf"),
            Print("Articles", 40, 420, 20, font="LiberationMono-Regular.ttf"),
            Print("TOTAL EUR", 40, 470, 24, font="LiberationMono-Bold.ttf"),
            Print("Keep this receipt", 110, 660, 20, font="LiberationMono-Regular.ttf"),
            Print("VAT included in all prices", 90, 700, 15, None, "LiberationMono-Regular.ttf"),
        ),
        slots=(
            Slot("number", 190, 106, 200, 30, number),
            Slot("date", 190, 146, 200, 30, date),
            Slot("customer", 190, 186, 240, 30, name),
            Slot("quantity", 190, 416, 120, 30, quantity),
            Slot("total", 220, 468, 200, 34, amount),
        ),
        rules=((40, 240, 420, 240), (40, 400, 420, 400)),
        paper="#fbfbf8",
    ),
}


def fill_in(
    layout: Layout, random: Random, fonts: Sequence[Path], way: Photograph
) -> tuple[bytes, tuple[FormAnnotation, ...]]:
    """Return the JPEG file of a form that is filled in and photographed, and its annotations."""
    known = {font.name: font for font in find_fonts()}
    image = Image.new("RGB", layout.size, layout.paper)
    pen = ImageDraw.Draw(image)
    for x0, y0, x1, y1 in layout.rules:
        pen.line((x0, y0, x1, y1), fill=(90, 90, 90), width=2)
    annotations = []
    for one in layout.prints:
        face = open_font(known[one.font], one.size)
        pen.text((one.left, one.top), one.text, fill=(20, 20, 30), font=face)
        box = pen.textbbox((one.left, one.top), one.text, font=face)
        if one.label is not None:
            annotations.append(FormAnnotation(_line(box, one.text, 2), None, is_anchor=True))
    hand = fonts[int(random.integers(len(fonts)))]
    for slot in layout.slots:
        text = slot.value(random)
        face = open_font(hand, round(slot.height * float(random.uniform(0.55, 0.72))))
        left, top, _, bottom = (float(side) for side in face.getbbox(text))
        x = slot.left + float(random.uniform(3, 12)) - left
        y = slot.top + (slot.height - bottom + top) * float(random.uniform(0.3, 0.7)) - top
        pen.text((x, y), text, fill=(25, 30, 90), font=face)
        box = (slot.left, slot.top, slot.left + slot.width, slot.top + slot.height)
        annotations.append(FormAnnotation(_line(box, text, 0), slot.name, is_anchor=False))
    form = photographed(image, annotations, way, random)
    return form.content, form.annotations


def _line(box: Sequence[float], text: str, margin: int) -> AnnotatedLine:
    left, top, right, bottom = box
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    return AnnotatedLine(corners, text)


def write_forms(
    root: Path,
    layouts: Sequence[Layout],
    num_forms: int,
    *,
    fonts: Sequence[Path],
    way: Photograph,
    val_forms: int = 0,
) -> Path:
    """Write one flat template per layout to ``train``, and filled-in forms to ``val`` and ``test``.

    Args:
        root: where to write.
        layouts: forms take turns.
        num_forms: of the test split.
        fonts: of the values; each form takes one.
        way: how forms are photographed.
        val_forms: of the validation split.
    """
    for split, count in (("train", len(layouts)), ("val", val_forms), ("test", num_forms)):
        if not count:
            continue
        folder = root / split
        folder.mkdir(parents=True)
        rows = []
        for place in range(count):
            random = np.random.default_rng([("train", "val", "test").index(split), place])
            is_template = split == "train"
            content, annotations = fill_in(
                layouts[place % len(layouts)], random, fonts, FLAT if is_template else way
            )
            (folder / f"{place:03}.jpg").write_bytes(content)
            entries = [
                _entry(annotation)
                for annotation in annotations
                if is_template or not annotation.is_anchor
            ]
            rows.append(f"{place:03}.jpg\t{json.dumps(entries)}")
        (folder / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root


def _entry(annotation: FormAnnotation) -> dict[str, object]:
    return {
        "transcription": annotation.line.text,
        "points": annotation.line.corners.round(2).tolist(),
        "key_cls": ANCHOR if annotation.is_anchor else annotation.name,
    }


def write_ticket(root: Path, way: Photograph) -> Path:
    """Write a small form with four anchors and two fields of two or three digits."""

    def digits(random: Random) -> str:
        return "".join(random.choice(list("0123"), int(random.integers(2, 4))).tolist())

    ticket = Layout(
        size=(160, 128),
        prints=(
            Print("32", 12, 8, 20),
            Print("01", 120, 8, 20),
            Print("10", 12, 96, 20),
            Print("23", 120, 96, 20),
        ),
        slots=(Slot("gate", 20, 40, 60, 24, digits), Slot("seat", 92, 62, 60, 24, digits)),
    )
    font = next(font for font in find_fonts() if font.name == "DejaVuSans.ttf")
    return write_forms(root, [ticket], 12, fonts=[font], way=way, val_forms=8)
