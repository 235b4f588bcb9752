"""What a shelf shows: its products, how many facings each has, and its share of the shelf."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from easel.runtime.results import Detection, Document, Result

UNKNOWN = "unknown"
"""The name of a product that is on the shelf and not in the library."""


@dataclass(frozen=True)
class Product(Detection):
    """One facing: a product's name, score and place.

    Attributes:
        layer: of the shelf, counted from 1 at the top.
        price: on the tag below it, ``None`` where none was read.
    """

    layer: int = 1
    price: float | None = None

    def document(self) -> Document:
        """Return the JSON form: that of a located name, ``layer``, and ``price`` where known."""
        priced = {} if self.price is None else {"price": self.price}
        return {**super().document(), "layer": self.layer, **priced}


@dataclass(frozen=True)
class Facings:
    """What a shelf holds of one product.

    Attributes:
        name: of the product.
        count: of its facings.
        share_of_shelf: its part of the width that all products take up, 0..1.
        layers: that it stands on.
        prices: on the tags below its facings, each once, the lowest first.
    """

    name: str
    count: int
    share_of_shelf: float
    layers: tuple[int, ...]
    prices: tuple[float, ...] = ()

    def document(self) -> Document:
        """Return the JSON form; ``prices`` where any was read."""
        priced = {"prices": list(self.prices)} if self.prices else {}
        return {
            "name": self.name,
            "facings": self.count,
            "share_of_shelf": round(self.share_of_shelf, 6),
            "layers": list(self.layers),
            **priced,
        }


@dataclass(frozen=True)
class Shelf:
    """The counts of one shelf, by descending share; equal shares by name."""

    products: tuple[Facings, ...]

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "facings": sum(one.count for one in self.products),
            "products": [one.document() for one in self.products],
        }


def count_facings(results: Iterable[Result]) -> Shelf:
    """Count what a model found on a shelf; unknown products are counted under ``unknown``."""
    found = [result for result in results if isinstance(result, Detection)]
    total = sum(one.box.width for one in found)
    facings = []
    for name in sorted({one.name for one in found}):
        own = [one for one in found if one.name == name]
        products = [one for one in own if isinstance(one, Product)]
        layers = sorted({one.layer for one in products})
        prices = sorted({one.price for one in products if one.price is not None})
        share = sum(one.box.width for one in own) / total
        facings.append(Facings(name, len(own), share, tuple(layers), tuple(prices)))
    return Shelf(tuple(sorted(facings, key=lambda one: -one.share_of_shelf)))
