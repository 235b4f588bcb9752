"""The features of one call: of its decoded input, and of its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.drift.measuring.answers import Document, answer_features
from engine.drift.measuring.features import CallFeatures, Descriptor
from engine.drift.measuring.images import image_features
from engine.drift.measuring.recordings import recording_features
from engine.drift.measuring.rows import row_features, series_numbers
from engine.drift.measuring.texts import text_descriptor, text_numbers

# Of a large table so many rows, spread evenly, stand for all.
MAX_ROWS = 100


def call_features(
    input: Mapping[str, Any], value: Any, results: Sequence[Document] | None = None
) -> tuple[CallFeatures, ...]:
    """Return the features of a call: one of each row of a table, else a single one.

    Args:
        input: of the manifest.
        value: what ``easel.runtime.Pipeline.decode`` made of the request.
        results: see ``with_answer``; ``None`` leaves the answer out.
    """
    given = input_features(input, value)
    return given if results is None else with_answer(input, given, results)


def input_features(input: Mapping[str, Any], value: Any) -> tuple[CallFeatures, ...]:
    """Return what is measured of a request alone: one of each row of a table, else a single one.

    Args:
        input: of the manifest.
        value: what ``easel.runtime.Pipeline.decode`` made of the request.
    """
    if input["kind"] != "table":
        return (_named("input", _measured(input, value)),)
    rows = (row_features(input["columns"], value[place]) for place in _places(len(value)))
    return tuple(_named("input", CallFeatures(*features)) for features in rows)


def with_answer(
    input: Mapping[str, Any], given: Sequence[CallFeatures], results: Sequence[Document]
) -> tuple[CallFeatures, ...]:
    """Return the features of a request together with those of its answer.

    Args:
        input: of the manifest.
        given: what ``input_features`` measured.
        results: in their JSON form, as the package gives them when the caller asks for nothing
            else; of tables with ``include_proba``.
    """
    answers: Sequence[Sequence[Document]] = (results,)
    if input["kind"] == "table":
        answers = [results[place : place + 1] for place in _places(len(results))]
    return tuple(
        _joined(one, _named("answer", answer_features(answer)))
        for one, answer in zip(given, answers, strict=True)
    )


def _places(num_rows: int) -> list[int]:
    """Return the rows of a table that stand for all."""
    places: list[int] = (
        np.linspace(0, num_rows - 1, min(num_rows, MAX_ROWS)).astype(np.intp).tolist()
    )
    return places


def _measured(input: Mapping[str, Any], value: Any) -> CallFeatures:
    match input["kind"]:
        case "image":
            return _described(image_features(value))
        case "prompted_image":
            return _described(image_features(value.pixels))
        case "text":
            return CallFeatures(text_numbers(value), descriptor=text_descriptor(value))
        case "text_pair":
            numbers = {
                f"{part}.{name}": number
                for part, text in (("text1", value[0]), ("text2", value[1]))
                for name, number in text_numbers(text).items()
            }
            return CallFeatures(numbers, descriptor=text_descriptor(*value))
        case "image_text":
            return _image_text(value.pixels, value.text)
        case "audio":
            return _described(recording_features(value, int(input["sample_rate"])))
        case "video":
            return CallFeatures(_video_numbers(value.times, value.size))
        case "series":
            covariates = [one["name"] for one in input["covariates"] if one["kind"] == "number"]
            return CallFeatures(series_numbers((*input["targets"], *covariates), value))
    return CallFeatures()


def _described(measured: tuple[Mapping[str, float | None], Descriptor]) -> CallFeatures:
    numbers, descriptor = measured
    return CallFeatures(numbers, descriptor=descriptor)


def _image_text(pixels: Any, text: str | None) -> CallFeatures:
    """Return the features of the parts that were sent; the descriptor is the image's."""
    words = {} if text is None else text_numbers(text)
    if pixels is None:
        return CallFeatures(words)
    numbers, descriptor = image_features(pixels)
    return CallFeatures({**numbers, **words}, descriptor=descriptor)


def _video_numbers(times: Sequence[float], size: tuple[int, int]) -> dict[str, float | None]:
    """Return what the container says; its frames are decoded for the network alone."""
    seconds = float(times[-1])
    return {
        "seconds": seconds,
        "frame_rate": (len(times) - 1) / seconds if seconds > 0 else None,
        "width": float(size[1]),
        "height": float(size[0]),
    }


def _named(part: str, features: CallFeatures) -> CallFeatures:
    """Return features under names that tell inputs from answers, whatever columns are called."""
    return CallFeatures(
        {f"{part}.{name}": number for name, number in features.numbers.items()},
        {f"{part}.{name}": text for name, text in features.categories.items()},
        features.label_shares,
        features.descriptor,
    )


def _joined(given: CallFeatures, answer: CallFeatures) -> CallFeatures:
    return CallFeatures(
        {**given.numbers, **answer.numbers},
        {**given.categories, **answer.categories},
        answer.label_shares,
        given.descriptor,
    )
