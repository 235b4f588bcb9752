"""What no page of a sample project may have, looked for on all pages there are.

Each page is seen once in each language at each width. Roles and schemes of colours take turns, so
that over the tasks each goes with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, ViewportSize

from tests.end_to_end import looks
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.members import ID, Member
from tests.end_to_end.places import ELSEWHERE, OF_PROJECT, PUBLIC, addresses
from tests.end_to_end.sample_project import SampleProject
from tests.site import Site

Scheme = Literal["light", "dark"]
ROLES = ("owner", "annotator", "viewer")
LANGUAGES = ("en", "zh-CN")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# Pages outside of projects are the same with every task: enough that all roles see them.
NUM_ELSEWHERE = len(ROLES) * len(SCHEMES)
MOST_PIXELS_HIGH = 3000
_KINDS = (
    "raw_keys",
    "english_sentences",
    "forbidden_requests",
    "axe_serious",
    "too_wide",
    "broken_images",
    "script_errors",
)


@dataclass
class Findings:
    """What was found on which page, each kind by its name among the figures."""

    raw_keys: list[str] = field(default_factory=list)
    english_sentences: list[str] = field(default_factory=list)
    forbidden_requests: list[str] = field(default_factory=list)
    axe_serious: list[str] = field(default_factory=list)
    too_wide: list[str] = field(default_factory=list)
    broken_images: list[str] = field(default_factory=list)
    script_errors: list[str] = field(default_factory=list)
    num_pages: int = 0
    num_looks: int = 0
    _printed: set[tuple[str, str]] = field(default_factory=set)

    def tell(self) -> None:
        """Print each finding that was not printed before."""
        for name in _KINDS:
            for one in dict.fromkeys(getattr(self, name)):
                if (name, one) not in self._printed:
                    self._printed.add((name, one))
                    print(f"    {name}: {one}", flush=True)

    def figures(self) -> dict[str, float]:
        """Return how many there are of each kind, and over how many pages and looks at them."""
        counts = {name: len(set(getattr(self, name))) for name in _KINDS}
        return {**counts, "num_pages": self.num_pages, "num_looks": self.num_looks}


@dataclass(frozen=True)
class Visit:
    """Who sees a page, in which language, and how at each width.

    Attributes:
        schemes: of colours, for each of ``SIZES``.
        checked: which of ``SIZES`` axe looks at.
    """

    role: str
    language: str
    schemes: tuple[Scheme, ...]
    checked: int


def visits(task: int, page: int) -> Iterator[Visit]:
    """Yield the visits to a page, by the numbers of its task and its own."""
    for number, language in enumerate(LANGUAGES):
        turn = task + page + number
        yield Visit(
            role=ROLES[turn % len(ROLES)],
            language=language,
            schemes=tuple(SCHEMES[(turn + place) % len(SCHEMES)] for place in range(len(SIZES))),
            checked=(turn // len(ROLES)) % len(SIZES),
        )


# Chosen by who is not signed in, before the page asks what was chosen.
_CHOOSE = "(language) => localStorage.setItem('easel.language', language)"


class Walk:
    """A walk over the pages of sample projects.

    Args:
        members: one of each role, all of one organisation.
        visitor: who is not signed in.
        elsewhere: what stands in the addresses of pages outside of projects.
        images: folder that gets an image of each look, if any.
    """

    def __init__(
        self,
        site: Site,
        members: Mapping[str, Member],
        visitor: Page,
        elsewhere: Mapping[str, str],
        images: Path | None,
    ) -> None:
        self.found = Findings()
        self._site = site
        self._members = members
        self._visitor = visitor
        self._elsewhere = elsewhere
        self._images = images
        self._num_tasks = 0

    def project(self, sample: SampleProject) -> None:
        """Walk the pages of a sample project, and with the first ones those outside of it."""
        own = looks.own_words(self._members["owner"].page, self._site, sample)
        pages = OF_PROJECT if self._num_tasks >= NUM_ELSEWHERE else (*OF_PROJECT, *ELSEWHERE)
        places = addresses(pages, {**sample.names, **self._elsewhere})
        for language in LANGUAGES:
            for role in ROLES:
                plan = [
                    (place, visit)
                    for number, place in enumerate(places)
                    for visit in visits(self._num_tasks, number)
                    if (visit.role, visit.language) == (role, language)
                ]
                self._as(self._members[role], language, sample.task, plan, own)
        self._num_tasks += 1
        print(f"    walked {sample.task}: {self.found.figures()}", flush=True)
        self.found.tell()

    def contributor(self, sample: SampleProject) -> None:
        """Walk the pages that somebody has who works on what was handed out to them."""
        own = looks.own_words(self._members["owner"].page, self._site, sample)
        work = [page for page in OF_PROJECT if page.endswith("/work")]
        places = addresses([*work, *ELSEWHERE], {**sample.names, **self._elsewhere})
        for language in LANGUAGES:
            plan = [
                (place, visit)
                for number, place in enumerate(places)
                for visit in visits(0, number)
                if visit.language == language
            ]
            self._as(self._members["contributor"], language, sample.task, plan, own)

    def visitors(self) -> None:
        """Walk the pages of those who are not signed in."""
        self._visitor.goto("/sign-in")
        for number, place in enumerate(addresses(PUBLIC, self._elsewhere)):
            for visit in visits(0, number):
                self._visitor.evaluate(_CHOOSE, visit.language)
                self._visitor.goto(place)
                looks.wait_until_still(self._visitor)
                self._look(self._visitor, place, "visitor", visit, "", looks.OwnWords())

    def _as(
        self,
        member: Member,
        language: str,
        task: str,
        plan: Sequence[tuple[str, Visit]],
        own: looks.OwnWords,
    ) -> None:
        page = member.page
        call(page, self._site, "PATCH", "users/me", data={"language": language})
        page.goto("/")
        looks.wait_until_still(page)
        for place, visit in plan:
            member.refused.clear()
            member.broken.clear()
            looks.go(page, place)
            self._look(page, place, member.role, visit, task, own)
            where = f"{task} {member.role} {language} {ID.sub('…', place)}"
            self.found.forbidden_requests += [f"{where}: {one}" for one in member.refused]
            self.found.script_errors += [f"{where}: {one}" for one in member.broken]

    def _look(
        self, page: Page, place: str, role: str, visit: Visit, task: str, own: looks.OwnWords
    ) -> None:
        """Look at a page that is there, at each width."""
        # Ids are others in each run; the page is the same.
        where = f"{task} {role} {visit.language} {ID.sub('…', place)}"
        found = self.found
        found.num_pages += 1
        for number, (size, scheme) in enumerate(zip(SIZES, visit.schemes, strict=True)):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            looks.wait_until_still(page)
            found.num_looks += 1
            how = f"{where} {size['width']} px {scheme}"
            excess = looks.excess_width(page)
            found.too_wide += [f"{how}: by {excess} px"] if excess else []
            found.broken_images += [f"{where}: {ID.sub('…', i)}" for i in looks.broken_images(page)]
            for text in looks.texts_of(page):
                keys = looks.raw_keys(text, own, visit.language)
                found.raw_keys += [f"{where}: {key}" for key in keys]
                if visit.language == "zh-CN":
                    sentences = looks.english_sentences(text, own)
                    found.english_sentences += [f"{where}: {one}" for one in sentences]
            if number == visit.checked:
                found.axe_serious += [f"{how}: {one}" for one in serious_findings(page)]
            if self._images is not None:
                name = f"{ID.sub('', place)} {role} {visit.language} {scheme}"
                self._take(page, f"{task or 'elsewhere'} {size['width']}", name)

    def _take(self, page: Page, folder: str, name: str) -> None:
        assert self._images is not None
        size = page.viewport_size
        assert size is not None
        high: Any = page.evaluate("document.documentElement.scrollHeight")
        path = self._images / folder / f"{name.strip('/').replace('/', '_')}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(
            path=path,
            type="jpeg",
            quality=60,
            full_page=True,
            clip={"x": 0, "y": 0, "width": size["width"], "height": min(high, MOST_PIXELS_HIGH)},
        )
