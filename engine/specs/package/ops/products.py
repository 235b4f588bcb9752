"""How products that were found on a shelf are told apart."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.package.ops.image import ImageOp
from engine.specs.package.ops.words import ReadingOp
from engine.specs.spec import Spec


class RecogniseProductsOp(Spec):
    """Name each found product by the nearest vectors of a library; after a ``boxes`` of one label.

    What ``boxes`` finds at ``product_threshold`` is cut out of the image as it was sent and
    resized to ``crop_size``; ``embedder`` takes such crops (R, 3, S, S) and gives a ``vector``
    (R, D) of length one. ``library`` is JSON that names the products and the owner of each row of
    ``vectors`` (.npy). The preprocessing begins with ``keep_source``.
    """

    op: Literal["recognise_products"] = "recognise_products"
    embedder: str
    library: str
    vectors: str
    crop_size: Annotated[int, Field(ge=16, le=512)] = 64
    product_threshold: Annotated[float, Field(ge=0, le=1)] = 0.3
    num_nearest: Annotated[int, Field(ge=1)] = 5
    neighbour_share: Annotated[float, Field(ge=0, lt=1)] = 0.4


class ReadPricesOp(ReadingOp):
    """Read the price tags below products; after ``recognise_products``.

    The other fields are those of ``read_lines``. ``detector`` is the reader's first network, and
    ``preprocessing`` what it is given: pieces of the image along the edges of the boards. Lines
    that say a price and score at least ``tag_threshold`` are answered.
    """

    op: Literal["read_prices"] = "read_prices"
    detector: str
    preprocessing: tuple[Annotated[ImageOp, Field(discriminator="op")], ...]
    tag_threshold: Annotated[float, Field(ge=0, le=1)] = 0.5


ProductsOp = RecogniseProductsOp | ReadPricesOp
