"""What people wrote down of recordings, made alike, and the characters of it."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from easel.runtime.ctc.language import EDGE

from engine.specs.data import SampleRecord
from engine.specs.options.speech.recognition import SpeechRecognitionOptions

# Part of words: it's, well-known.
_WITHIN_WORDS = frozenset("'’-")
# A model that took all of a large corpus would be larger than the network.
_MOST_NGRAMS = 400_000


def spoken_text(text: str, options: SpeechRecognitionOptions) -> str:
    """Return a text as it is learnt and evaluated.

    Compatible forms become one (NFKC: full-width letters and digits), white space single spaces.
    Without ``punctuation`` all signs but letters, marks, digits, and the apostrophes and hyphens
    within words become spaces.
    """
    text = unicodedata.normalize("NFKC", text)
    if options.lowercase:
        text = text.lower()
    if not options.punctuation:
        text = "".join(one if _is_spoken(text, place) else " " for place, one in enumerate(text))
    return " ".join(text.split())


def _is_spoken(text: str, place: int) -> bool:
    if unicodedata.category(text[place])[0] in "LMN":
        return True
    neighbours = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in _WITHIN_WORDS and len(neighbours) == 2 and neighbours.isalpha()


def transcript_of(record: SampleRecord, options: SpeechRecognitionOptions) -> str:
    """Return what is said in a recording, as it is learnt and evaluated."""
    return spoken_text(record.texts[0], options) if record.texts else ""


def characters_of(texts: Iterable[str], known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the known characters and after them the new ones, by their code points."""
    return (*known, *sorted(set().union(*texts) - set(known)))


def language_model(texts: Iterable[str], order: int) -> bytes:
    """Count which character follows which: the file that ``ctc_decode`` names.

    Where there are more than 400,000 n-grams, those of the longest that occur once are left out,
    and so on with shorter ones; below three characters all stay.

    Args:
        texts: as they are learnt.
        order: characters of the longest n-gram.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        whole = f"{EDGE}{text}{EDGE}"
        for place in range(1, len(whole)):
            for length in range(min(order, place + 1)):
                counts[whole[place - length : place]][whole[place]] += 1
    kept: dict[str, dict[str, int]] = {context: dict(after) for context, after in counts.items()}
    for length in range(order - 1, 1, -1):
        if sum(map(len, kept.values())) <= _MOST_NGRAMS:
            break
        for context in [context for context in kept if len(context) == length]:
            kept[context] = {one: count for one, count in kept[context].items() if count > 1}
            if not kept[context]:
                del kept[context]
    document = {"order": order, "counts": dict(sorted(kept.items()))}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
