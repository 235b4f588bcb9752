"""Files decoded by the code that the deployed runtime uses; damaged ones are named together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, TypeVar

from easel.errors import InputError
from easel.runtime.image import Pixels, decode_image

from engine.data.files import SampleFiles
from engine.errors import DataError
from engine.specs.data import SampleRecord

Kind = Literal["image", "video", "audio"]
Item = TypeVar("Item")
Decoded = TypeVar("Decoded")

_WORDS = {"image": "image", "video": "video", "audio": "recording"}
# Samples named in one error message; a folder of damaged files must not fill the screen.
_MAX_NAMED = 5


@dataclass(frozen=True)
class _Damaged:
    """Why a file cannot be decoded, with its name."""

    reason: str

    @classmethod
    def of(cls, record: SampleRecord, error: InputError) -> _Damaged:
        return cls(f"'{record.name}' ({error.message})")


def decode_all(
    kind: Kind,
    items: Iterable[Item],
    decode: Callable[[Item], Decoded],
    record_of: Callable[[Item], SampleRecord],
    num_threads: int,
) -> list[Decoded]:
    """Decode with several threads; the result does not depend on their order.

    Args:
        kind: of the files.
        items: what is decoded.
        decode: decodes one; decoders let go of the interpreter meanwhile.
        record_of: returns the sample of an item.
        num_threads: at the same time.

    Raises:
        DataError: ``image_unreadable``, ``video_unreadable`` or ``audio_unreadable``; names the
            first ones.
    """

    def attempt(item: Item) -> Decoded | _Damaged:
        try:
            return decode(item)
        except InputError as error:
            return _Damaged.of(record_of(item), error)

    with ThreadPoolExecutor(max_workers=num_threads) as pool:
        outcomes = list(pool.map(attempt, items))
    damaged = [outcome for outcome in outcomes if isinstance(outcome, _Damaged)]
    if damaged:
        raise _unreadable(kind, damaged)
    return [outcome for outcome in outcomes if not isinstance(outcome, _Damaged)]


def unreadable(kind: Kind, record: SampleRecord, error: InputError) -> DataError:
    """Return the error of one file that cannot be decoded."""
    return _unreadable(kind, [_Damaged.of(record, error)])


def decoded_image(record: SampleRecord, files: SampleFiles) -> Pixels:
    """Decode the image of a sample.

    Raises:
        DataError: ``image_unreadable``.
    """
    try:
        return decode_image(files.source(record))
    except InputError as error:
        raise unreadable("image", record, error) from error


def _unreadable(kind: Kind, damaged: Sequence[_Damaged]) -> DataError:
    named = ", ".join(one.reason for one in damaged[:_MAX_NAMED])
    return DataError(
        f"{len(damaged)} {_WORDS[kind]}(s) cannot be decoded: {named}. "
        "Replace or remove them, then start again.",
        code=f"{kind}_unreadable",
        sample=named,
        count=len(damaged),
    )
