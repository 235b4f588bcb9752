"""Small text data whose truth is known, as dataset versions."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_SUBJECTS = ("the room", "breakfast", "the bed", "our view", "the lift", "the desk", "parking")
_PLAIN_WORDS = (
    "sun",
    "moon",
    "tree",
    "bird",
    "rain",
    "snow",
    "hill",
    "lake",
    "road",
    "bell",
    "ship",
)
_OPENINGS = ("honestly", "i think", "well", "all in all", "to be fair", "as always")
_ASPECT_SENTIMENTS = {
    "good": ("lovely", "great", "spotless", "quiet", "perfect", "generous"),
    "bad": ("dirty", "awful", "noisy", "broken", "rude", "tiny"),
}

EMPLOYMENT_LABELS = ("birthplace", "city", "employer", "firm", "person")


def write_texts(root: Path, samples: Iterable[dict[str, Any]], **data: Any) -> dict[str, Any]:
    """Write samples with their ``text`` as a dataset version and return its data spec.

    Args:
        root: of the files and the index; made.
        samples: fields of ``SampleRecord`` beside ``content``, the bytes of the file; every fourth
            is for validation and every fifth for the test unless ``split`` says otherwise.
        data: further fields of the spec, such as ``labels``.
    """
    (root / "files").mkdir(parents=True, exist_ok=True)
    lines = []
    for number, sample in enumerate(samples):
        content: bytes = sample.pop("content")
        (root / "files" / f"{number}.txt").write_bytes(content)
        split = "test" if number % 5 == 4 else "validation" if number % 4 == 3 else "train"
        lines.append(
            json.dumps(
                {
                    "id": str(number),
                    "file": f"{number}.txt",
                    "name": f"reviews.csv:{number}",
                    "sha256": hashlib.sha256(content).hexdigest(),
                    "split": split,
                    **sample,
                }
            )
        )
    (root / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return {
        "kind": "manifest",
        "index": str(root / "samples.jsonl"),
        "files_root": str(root / "files"),
        **data,
    }


def reviews(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return short reviews whose words say whether they are good or bad."""
    choose = random.Random(seed)
    return [_review(choose, ("good", "bad")[number % 2], number) for number in range(count)]


def _review(choose: random.Random, label: str, number: int) -> dict[str, Any]:
    opinion, subject = choose.choice(_ASPECT_SENTIMENTS[label]), choose.choice(_SUBJECTS)
    text = f"{choose.choice(_OPENINGS)}, {subject} was {opinion}, room {number}."
    return {"content": text.encode(), "labels": [label]}


def topics(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return texts about any number of three topics."""
    choose = random.Random(seed)
    words = {
        "food": ("noodles", "breakfast", "coffee"),
        "room": ("bed", "bathroom", "window"),
        "staff": ("porter", "reception", "waiter"),
    }
    samples = []
    for number in range(count):
        labels = sorted(topic for topic in words if choose.random() < 0.5)
        said = " and ".join(f"the {choose.choice(words[topic])}" for topic in labels) or "nothing"
        samples.append({"content": f"we noted {said} on day {number}".encode(), "labels": labels})
    return samples


def text_document(task: str, data: dict[str, Any], backbone: str, **options: Any) -> dict[str, Any]:
    """Return a small spec as a document."""
    return {
        "run_id": "run",
        "task": task,
        "data": data,
        "backbone": backbone,
        "options": options,
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def annotated(text: str, places: Iterable[tuple[str, str]], **fields: Any) -> dict[str, Any]:
    """Return a sample in which words are marked, each where it stands first."""
    regions = []
    for number, (label, words) in enumerate(places):
        start = text.index(words)
        regions.append(
            {
                "id": str(number),
                "label": label,
                "geometry": {"kind": "span", "start": start, "end": start + len(words)},
            }
        )
    return {"content": text.encode(), "regions": regions, **fields}


def journeys(count: int, seed: int = 0, *, nested: bool = False) -> list[dict[str, Any]]:
    """Return sentences with people and cities; ``nested`` adds a company around a city."""
    choose = random.Random(seed)
    people = ("Ada Byron", "Li Wei", "Omar", "Rosa Park", "张伟", "Nora Lind")
    cities = ("Paris", "Shenzhen", "Lima", "北京", "New Delhi", "Oslo")
    samples = []
    for number in range(count):
        person, city = choose.choice(people), choose.choice(cities)
        verb = choose.choice(("flew to", "lives in", "left", "wrote from"))
        text = f"{person} {verb} {city} on day {number}."
        places = [("person", person), ("city", city)]
        if nested:
            text = f"{person} works for {city} Steel since day {number}."
            places.append(("company", f"{city} Steel"))
        samples.append(annotated(text, places))
    return samples


def aspect_reviews(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return reviews with the aspect of each opinion annotated; the last one decides the whole."""
    choose = random.Random(seed)
    samples = []
    for number in range(count):
        first, last = choose.sample(_SUBJECTS, 2)
        labels = [choose.choice(("good", "bad")) for _ in range(2)]
        words = [choose.choice(_ASPECT_SENTIMENTS[label]) for label in labels]
        text = f"{first} was {words[0]}, but {last} was {words[1]} ({number})."
        samples.append(annotated(text, [(labels[0], first), (labels[1], last)], labels=[labels[1]]))
    return samples


def employments(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return sentences about who works for whom and was born where, with distractors."""
    choose = random.Random(seed)
    people = ("Ada Byron", "Li Wei", "Omar Diaz", "Rosa Park", "Nora Lind", "Max Roth")
    firms = ("Acme Steel", "Blue Bank", "Hill Labs", "Orion Foods", "Delta Rail")
    cities = ("Paris", "Shenzhen", "Lima", "Oslo", "Cairo")
    samples = []
    for number in range(count):
        one, two = choose.sample(people, 2)
        firm, city = choose.choice(firms), choose.choice(cities)
        if number % 2:
            text = f"{one}, who was born in {city}, works for {firm}; {two} does not ({number})."
            ends = (("employer", 0, 3), ("birthplace", 0, 2))
        else:
            text = f"{firm} hired {one} while {two} was born in {city} ({number})."
            ends = (("employer", 0, 3), ("birthplace", 1, 2))
        places = [("person", one), ("person", two), ("city", city), ("firm", firm)]
        relations = [
            {"label": label, "subject": str(subject), "object": str(target)}
            for label, subject, target in ends
        ]
        samples.append(annotated(text, places, relations=relations))
    return samples


def pairs(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return pairs of sentences of five words; their value 1..5 grows with the words they share."""
    choose = random.Random(seed)
    words = _PLAIN_WORDS
    samples = []
    for number in range(count):
        first = choose.sample(words, 5)
        others = [word for word in words if word not in first]
        shared = number % 6
        second = first[:shared] + choose.sample(others, 5 - shared)
        choose.shuffle(second)
        pair = {"text1": " ".join(first), "text2": " ".join(second)}
        samples.append({"content": json.dumps(pair).encode(), "value": 1 + 4 * shared / 5})
    return samples
