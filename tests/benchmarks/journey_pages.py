"""What no page of a sample project may have, looked for in every role and both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from playwright.sync_api import Browser, Page, Response
from playwright.sync_api import TimeoutError as NotQuiet

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.people import PASSWORD
from tests.end_to_end.places import OF_CONTRIBUTOR, addresses
from tests.site import Site

if TYPE_CHECKING:
    from tests.benchmarks.journey import Sample

ROLES = ("owner", "annotator", "viewer", "contributor")
LANGUAGES = ("en", "zh-CN")
QUIET_MS = 15_000
REFUSED = {401, 403}
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
_DOTTED = re.compile(r"(?<![\w@./-])[a-z]\w*(?:\.\w+){2,}(?![\w@/-])")
_SNAKE = re.compile(r"(?<![\w@./-])[a-z]+(?:_[a-z0-9]+)+(?![\w@./-])")
_SENTENCE = re.compile(r"\b[A-Za-z]+(?:,? [a-z]+){3,}")


@dataclass
class Findings:
    """What was found on which page, each kind by its name among the figures."""

    raw_keys: list[str] = field(default_factory=list)
    english_sentences: list[str] = field(default_factory=list)
    forbidden_requests: list[str] = field(default_factory=list)
    axe_serious: list[str] = field(default_factory=list)
    num_pages: int = 0

    def tell(self) -> None:
        """Print each finding once."""
        for name in _KINDS:
            for one in dict.fromkeys(getattr(self, name)):
                print(f"    {name}: {one}", flush=True)

    def figures(self) -> dict[str, float]:
        """Return how many there are of each kind, and over how many pages."""
        counts = {name: len(set(getattr(self, name))) for name in _KINDS}
        return {**counts, "num_pages": self.num_pages}


@dataclass(frozen=True)
class OwnWords:
    """What is somebody's own: names, which may look like keys, and all words of the data."""

    names: set[str]
    words: str


_KINDS = ("raw_keys", "english_sentences", "forbidden_requests", "axe_serious")


def walk(browser: Browser, site: Site, owner: Page, sample: Sample, found: Findings) -> None:
    """Walk a sample project's pages as each role in each language."""
    own = _own_words(owner, site, sample)
    for role in ROLES:
        with _member(browser, site, owner, sample, role) as page:
            refused: list[str] = []
            page.on("response", lambda one, into=refused: _note(one, into))
            for language in LANGUAGES:
                call(page, site, "PATCH", "users/me", data={"language": language})
                refused.clear()
                places = (
                    OF_CONTRIBUTOR
                    if role == "contributor"
                    else addresses(sample.project, sample.names)
                )
                for place in places:
                    _look(page, place, f"{sample.task} {role} {language}", own, found)
                found.forbidden_requests += [
                    f"{sample.task} {role} {language} {one}" for one in refused
                ]
            print(f"    walked {sample.task} as {role}: {found.figures()}", flush=True)


def _look(page: Page, place: str, who: str, own: OwnWords, found: Findings) -> None:
    page.goto(place)
    try:
        page.wait_for_load_state("networkidle", timeout=QUIET_MS)
    except NotQuiet:
        print(f"    not quiet after {QUIET_MS} ms: {place}", flush=True)
    found.num_pages += 1
    # Ids are others in each run; the page is the same.
    where = f"{who} {re.sub(r'[0-9a-f-]{36}', '…', place)}"
    for text in page.evaluate(_TEXTS):
        found.raw_keys += [f"{where}: {key}" for key in keys_in(text) if key not in own.names]
        if who.endswith("zh-CN"):
            sentences = [one.group() for one in _SENTENCE.finditer(text)]
            found.english_sentences += [
                f"{where}: {one}" for one in sentences if one not in own.words
            ]
    found.axe_serious += [f"{where}: {one}" for one in serious_findings(page)]


def keys_in(text: str) -> list[str]:
    """Return what looks like a key of a text, or of a metric, in what a page says."""
    return [*_DOTTED.findall(text), *_SNAKE.findall(text)]


def _own_words(owner: Page, site: Site, sample: Sample) -> OwnWords:
    """Return the words of the data itself, which are nobody's to translate."""
    dataset = f"datasets/{sample.names['dataset']}"
    answers = [
        call(owner, site, "GET", f"{dataset}/samples?page_size=100"),
        call(owner, site, "GET", f"{dataset}/labels"),
    ]
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


def _note(response: Response, refused: list[str]) -> None:
    if response.status in REFUSED:
        path = re.sub(r"[0-9a-f-]{36}", "…", response.url.partition("/api/")[2])
        refused.append(f"{response.status} {response.request.method} {path}")


@contextmanager
def _member(browser: Browser, site: Site, owner: Page, sample: Sample, role: str) -> Iterator[Page]:
    """Somebody of the organisation in a role; the owner is themselves."""
    if role == "owner":
        page = owner.context.new_page()
        yield page
        page.close()
        return
    email = f"{role}@{uuid4().hex}.example"
    invited = call(
        owner,
        site,
        "POST",
        f"organisations/{sample.organisation}/invitations",
        data={"email": email, "role": role},
    )
    context = browser.new_context(viewport=owner.viewport_size, base_url=site.url, locale="en-US")
    page = context.new_page()
    person = {"name": role.title(), "email": email, "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "invitation_token": invited["token"]})
    yield page
    context.close()
