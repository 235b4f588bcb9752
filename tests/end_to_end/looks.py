"""What no page may show: keys where texts should be, foreign sentences, what does not fit."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from playwright.sync_api import Page, ViewportSize

from tests.end_to_end.api import call
from tests.end_to_end.sample_project import SampleProject
from tests.site import ROOT, Site

Scheme = Literal["light", "dark"]

logger = logging.getLogger(__name__)

STILL_MS = 15_000
MOST_PAGES_OF_SAMPLES = 20
_CHINESE = ROOT / "frontend/src/i18n/zh-CN"
# Counts answers that are awaited, and not those that never end.
COUNT_REQUESTS = """(() => {
  const fetched = window.fetch.bind(window);
  window.awaited = 0;
  window.fetch = async (...asked) => {
    window.awaited += 1;
    try { return await fetched(...asked); } finally { window.awaited -= 1; }
  };
})()"""
# Whether nothing was on its way so many times in a row, before so long had passed. Between two of
# these lie so many milliseconds, or one frame.
_BECOMES_STILL = """async ([most, times, pause]) => {
  const isBusy = () => window.awaited > 0
    || document.querySelector("#loading-bar, #root [aria-busy=true]") !== null
    || document.querySelector("h1, h2, main") === null
    || [...document.images].some((one) => one.loading !== "lazy" && !one.complete);
  const next = (done) => {
    if (pause === null) requestAnimationFrame(done);
    // A browser that draws nothing has no frames.
    setTimeout(done, pause ?? 500);
  };
  const end = performance.now() + most;
  for (let calm = 0; calm < times; calm = isBusy() ? 0 : calm + 1) {
    if (performance.now() > end) return false;
    await new Promise(next);
  }
  return true;
}"""
# A page on its way is not told of at once: see SILENT_MS of the bar that tells of it.
_LOADED = (3, 40)
# A size is heard of in one frame, and what is shown at it asks for more in the next.
_LAID_OUT = (3, None)
_GO = """(address) => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
}"""
# What is code, or somebody's own words in their own form, and no text of ours.
_TEXTS = """() => {
  const left = "code, pre, kbd, samp, textarea, script, style, [translate=no]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim();
    if (text !== "" && node.parentElement.closest(left) === null) texts.push(text);
  }
  return texts;
}"""
_BROKEN_IMAGES = """() => [...document.images]
  .filter((one) => one.complete && one.naturalWidth === 0 && one.currentSrc !== "")
  .map((one) => new URL(one.currentSrc, location.href).pathname)"""
_DOTTED = re.compile(r"(?<![\w@./-])[a-z]\w*(?:\.\w+){2,}(?![\w@/-])")
_SNAKE = re.compile(r"(?<![\w@./-])[a-z]+(?:_[a-z0-9]+)+(?![\w@./-])")
_SENTENCE = re.compile(r"\b[A-Za-z]+(?:,? [a-z]+){3,}")
_WORD = re.compile(r"(?<![\w@./:%#-])[a-z][a-z0-9]{2,}(?:-[a-z0-9]+)*(?![\w@/:-]|\.\w)")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*")


@dataclass(frozen=True)
class OwnWords:
    """What is somebody's own: names, which may look like keys, and all words of the data."""

    names: set[str] = field(default_factory=set)
    words: str = ""


def go(page: Page, address: str) -> None:
    """Go to an address as a link does, and wait until the page is there and still."""
    page.evaluate(_GO, address)
    wait_until_still(page)


def wait_until_still(page: Page) -> None:
    """Wait until nothing is on its way; a page that is never still is looked at all the same."""
    _wait(page, *_LOADED)


def show_at(page: Page, size: ViewportSize, scheme: Scheme) -> None:
    """Show a page that is there at a size and in a scheme of colours, without loading it anew."""
    if page.viewport_size != size:
        page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    _wait(page, *_LAID_OUT)


def _wait(page: Page, times: int, pause: int | None) -> None:
    if not page.evaluate(_BECOMES_STILL, [STILL_MS, times, pause]):
        logger.warning("page not still", extra={"address": page.url, "waited_ms": STILL_MS})


def texts_of(page: Page) -> list[str]:
    """Return the texts that a page shows, without code and people's own words."""
    texts: list[str] = page.evaluate(_TEXTS)
    return texts


def broken_images(page: Page) -> list[str]:
    """Return the addresses of images that came, and show nothing."""
    found: list[str] = page.evaluate(_BROKEN_IMAGES)
    return found


def excess_width(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    excess: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return max(0, excess)


def keys_in(text: str) -> list[str]:
    """Return what looks like a key of a text, or of a metric, in what a page says."""
    return [*_DOTTED.findall(text), *_SNAKE.findall(text)]


def raw_keys(text: str, own: OwnWords, language: str) -> list[str]:
    """Return the keys in a text that are nobody's name, in Chinese also those of one word."""
    found = [key for key in keys_in(text) if key not in own.names]
    return found + (untranslated_in(text, own) if language == "zh-CN" else [])


def untranslated_in(text: str, own: OwnWords) -> list[str]:
    """Return words in small letters that neither a Chinese text of ours holds nor the data.

    In a sentence of English, words are no identifiers: it is found as a sentence.
    """
    if _SENTENCE.search(text):
        return []
    known = chinese_texts_latin()
    return [
        word
        for word in _WORD.findall(text)
        if word not in own.words and not set(_LATIN.findall(word)) <= known
    ]


def english_sentences(text: str, own: OwnWords) -> list[str]:
    """Return the sentences of English in a text that are not of the data."""
    return [one.group() for one in _SENTENCE.finditer(text) if one.group() not in own.words]


@cache
def chinese_texts_latin() -> frozenset[str]:
    """Return the words in Latin letters that the Chinese texts of the interface hold."""
    found: set[str] = set()
    for path in _CHINESE.glob("*.json"):
        for value in values(json.loads(path.read_text(encoding="utf-8"))):
            found.update(_LATIN.findall(re.sub(r"{{[^}]*}}", "", value)))
    return frozenset(found)


def own_words(owner: Page, site: Site, sample: SampleProject) -> OwnWords:
    """Return the words of the data itself, which are nobody's to translate."""
    dataset = f"datasets/{sample.names['datasetId']}"
    answers = [call(owner, site, "GET", f"{dataset}/labels")]
    answers += _rows(owner, site, f"{dataset}/samples?page_size=100")
    # Addresses of endpoints and folders of the server are called as somebody called them.
    answers += [call(owner, site, "GET", f"deployments?project={sample.project}"), ["shared"]]
    for path in ("table", "table/rows"):
        found = owner.request.get(f"/api/v1/{dataset}/{path}")
        answers += [found.json()] if found.ok else []
    return OwnWords(
        names={name for answer in answers for name in values(answer, only="name")},
        words="\n".join(value for answer in answers for value in values(answer)),
    )


def values(answer: object, *, only: str | None = None, key: str | None = None) -> Iterator[str]:
    """Yield the texts in an answer, or those alone that stand under one key."""
    if isinstance(answer, dict):
        for inner, value in answer.items():
            yield from values(value, only=only, key=inner)
    elif isinstance(answer, list):
        for value in answer:
            yield from values(value, only=only, key=key)
    elif only is None or key == only:
        yield str(answer)


def _rows(owner: Page, site: Site, path: str) -> Iterator[object]:
    """Yield the pages of a list, up to so many."""
    for _ in range(MOST_PAGES_OF_SAMPLES):
        answer = call(owner, site, "GET", path)
        yield answer["results"]
        if answer["next"] is None:
            return
        path = answer["next"].partition("/api/v1/")[2]
