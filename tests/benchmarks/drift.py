"""Is changed data noticed, and unchanged data left alone?

False alarms: a reference and windows of 500 calls are drawn from the same real data, without
replacement and with no sample in both, again and again with other references; the rate has its 95 %
interval. Of images and recordings there are too few for many
windows of one reference, so each window has a reference of its own.

Shifts: the share of windows with an alarm, and the fewest calls after which it comes when a window
is looked at every 50 calls; blurred photographs, other texts, another year, noise.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from easel.runtime.audio.decode import decode_audio
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from engine.drift.assessing import assess
from engine.drift.measuring.calls import call_features
from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import DriftReference, make_reference, read_reference
from engine.drift.window import Window
from engine.metrics import intervals
from engine.specs.data import Split
from tests.shared import shared_data

NUM_CALLS = 500
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_SIDE = 512
_LOOKBACK = 96

Calls = Sequence[CallFeatures]


def run(quick: bool) -> Mapping[str, float]:
    """Measure false alarms, shifts, and what a call costs."""
    least = 100 if quick else 1000
    figures: dict[str, float] = {}
    census = census_calls()
    hotels, photographs = hotel_calls(), photograph_calls()
    first, second = series_calls()
    spoken = spoken_calls()
    figures |= false_alarms("tables", census, 2000, least)
    figures |= false_alarms("texts", hotels, 1500, least)
    figures |= false_alarms("images", photographs, 200, least)
    figures |= false_alarms("series", first, 1500, least // 5)
    figures |= false_alarms("recordings", spoken, 700, least // 5)
    figures |= shift("blurred_photographs", photographs[::2], photograph_calls(blurred)[1::2])
    figures |= shift("movie_reviews", hotels, movie_calls())
    figures |= shift("weibo", hotels, weibo_calls())
    figures |= shift("another_year", first, second)
    figures |= shift("noisy_digits", spoken[::2], spoken_calls(noise=0.01)[1::2])
    return figures | costs()


def false_alarms(name: str, calls: Calls, num_reference: int, least: int) -> Mapping[str, float]:
    """Return the share of alarms among at least so many windows of the same data."""
    chance = np.random.default_rng(11)
    per_reference = (len(calls) - num_reference) // NUM_CALLS
    alarms: list[int] = []
    while len(alarms) * per_reference < least:
        order = chance.permutation(len(calls)).tolist()
        reference = reference_of([calls[place] for place in order[:num_reference]])
        rest = order[num_reference:]
        windows = [rest[at * NUM_CALLS :][:NUM_CALLS] for at in range(per_reference)]
        alarms.append(
            sum(drifted(reference, [calls[place] for place in chosen]) for chosen in windows)
        )
    total, windows_total = sum(alarms), len(alarms) * per_reference
    rate = intervals.share(total, windows_total)
    return {
        f"{name}_windows": float(windows_total),
        f"{name}_false_alarms": rate.value,
        f"{name}_false_alarms_low": rate.low,
        f"{name}_false_alarms_high": rate.high,
    }


def shift(name: str, calls: Calls, shifted: Calls) -> Mapping[str, float]:
    """Return the share of windows of shifted data with an alarm, and after how many calls."""
    chance = np.random.default_rng(12)
    reference = reference_of(calls)
    noticed, needed = [], []
    for _ in range(10):
        order = chance.choice(len(shifted), NUM_CALLS, replace=len(shifted) < NUM_CALLS)
        chosen = [shifted[place] for place in order.tolist()]
        noticed.append(drifted(reference, chosen))
        sizes = (num for num in range(50, NUM_CALLS + 1, 50) if drifted(reference, chosen[:num]))
        needed.append(next(sizes, NUM_CALLS + 1))
    return {f"{name}_noticed": float(np.mean(noticed)), f"{name}_calls": float(max(needed))}


def costs() -> Mapping[str, float]:
    """Return what measuring and counting one call takes, in milliseconds of one thread."""
    chance = np.random.default_rng(13)
    pixels = chance.integers(0, 256, (224, 224, 3), np.uint8)
    labels = [{"name": f"class {place}", "score": 0.2} for place in range(5)]
    image = {"kind": "image", "color": "RGB"}
    calls = [call_features(image, pixels, labels)[0]] * 50
    window = Window(reference_of(calls))
    return {
        "image_224_ms": median_ms(lambda: call_features(image, pixels, labels)),
        "text_200_ms": median_ms(
            lambda: call_features({"kind": "text"}, "很好的酒店" * 40, labels)
        ),
        "count_ms": median_ms(lambda: window.add(calls[0], _NOW)),
    }


def median_ms(function: Callable[[], object]) -> float:
    """Return the median time of 500 calls of a function."""
    taken = []
    for _ in range(500):
        began = time.thread_time()
        function()
        taken.append(time.thread_time() - began)
    return float(np.median(taken)) * 1000


def reference_of(calls: Calls) -> DriftReference:
    """Return the reference of some calls, written and read."""
    made = make_reference(calls, Split.TEST)
    assert made is not None
    return read_reference(made.model_dump_json().encode())


def drifted(reference: DriftReference, calls: Calls) -> bool:
    """Return whether a window of these calls is an alarm."""
    window = Window(reference)
    for call in calls:
        window.add(call, _NOW)
    return assess(window).verdict == "drifted"


def census_calls() -> Calls:
    """Return the rows of the census, without the answer."""
    with (shared_data("tabular") / "census_income.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, skipinitialspace=True))
    names = list(rows[0])[:-1]
    numbers = {name for name in names if _is_number(rows[0][name])}
    columns = [{"kind": "number" if x in numbers else "category", "name": x} for x in names]
    return [call_features({"kind": "table", "columns": columns}, (row,))[0] for row in rows]


def hotel_calls(every: int = 1) -> Calls:
    """Return Chinese reviews of hotels."""
    return _texts(shared_data("hotel_reviews_zh") / "reviews.csv", "review", every)


def movie_calls(every: int = 1) -> Calls:
    """Return English reviews of movies."""
    return _texts(shared_data("movie_reviews") / "reviews.csv", "text", every)


def weibo_calls(every: int = 1) -> Calls:
    """Return Chinese messages about anything."""
    content = (shared_data("weibo_ner") / "train.conll").read_text("utf-8")
    texts = (
        "".join(line[:1] for line in part.splitlines()) for part in content.split("\n\n")[::every]
    )
    return [call_features({"kind": "text"}, text)[0] for text in texts if text]


def photograph_calls(
    change: Callable[[Image.Image], Image.Image] = lambda x: x, every: int = 1
) -> Calls:
    """Return photographs of groceries, each changed."""
    calls = []
    for path in sorted(shared_data("groceries").glob("*/*/*.jpg"))[::every]:
        with Image.open(path) as image:
            pixels = np.asarray(change(image.convert("RGB")))
        calls.append(call_features({"kind": "image"}, pixels)[0])
    return calls


def blurred(image: Image.Image) -> Image.Image:
    """Return a photograph a little out of focus."""
    return image.filter(ImageFilter.GaussianBlur(1))


def series_calls(every: int = 2) -> tuple[Calls, Calls]:
    """Return windows of four days that end in the first and in the second year of ETTh1."""
    with (shared_data("electricity_transformer") / "ETTh1.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "date"]
    values = {name: [float(row[name]) for row in rows] for name in names}
    kind = {"kind": "series", "targets": names, "covariates": ()}
    calls = [
        call_features(
            kind, {name: column[end - _LOOKBACK : end] for name, column in values.items()}
        )[0]
        for end in range(_LOOKBACK, len(rows), every)
    ]
    border = 365 * 24 // every
    return calls[:border], calls[border:]


def spoken_calls(noise: float = 0.0, every: int = 1) -> Calls:
    """Return spoken digits, with white noise of some deviation added."""
    chance = np.random.default_rng(14)
    calls = []
    for path in sorted((shared_data("spoken_digits") / "recordings").glob("*.wav"))[::every]:
        audio = decode_audio(path, max_seconds=60)
        samples: NDArray[np.float32] = audio.samples + chance.normal(
            0, noise, len(audio.samples)
        ).astype(np.float32)
        calls.append(call_features({"kind": "audio", "sample_rate": audio.rate}, samples)[0])
    return calls


def _texts(path: Path, column: str, every: int) -> Calls:
    with path.open(encoding="utf-8") as file:
        rows = islice(csv.DictReader(file), 0, None, every)
        return [call_features({"kind": "text"}, row[column])[0] for row in rows]


def _is_number(cell: Any) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
