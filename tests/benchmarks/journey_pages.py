"""What no page of a sample project may have, looked for on all pages there are.

Each visit to a page loads it once, shows it at each width and lets axe look once. A page that
differs by task is visited once in each language with each task: roles, schemes of colours and the
width that axe looks at take turns, so that over the tasks each goes with each. A page that is the
same with every task is visited once in each language by each role, with one task alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

from engine.catalog import TASKS
from tests.end_to_end import looks
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.looks import Scheme
from tests.end_to_end.members import ID, Member
from tests.end_to_end.places import ELSEWHERE, OF_PROJECT, PUBLIC, addresses
from tests.end_to_end.sample_project import SampleProject
from tests.site import Site

ROLES = ("owner", "annotator", "viewer")
LANGUAGES = ("en", "zh-CN")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# How addresses below a project end that show the same with every task, as all outside of it do.
SAME = ("/nowhere", "/settings", "/trash", "?tab=callers", "?tab=versions")
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

    def tell(self) -> None:
        """Print each finding."""
        for name in _KINDS:
            for one in dict.fromkeys(getattr(self, name)):
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


def pages_of_project(sample: SampleProject, *, same: bool) -> list[str]:
    """Return the addresses below a project that show the same with every task, or all others."""
    return [place for place in addresses(OF_PROJECT, sample.names) if place.endswith(SAME) is same]


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

    def task(self, sample: SampleProject) -> Findings:
        """Walk the pages of a sample project that differ by task, and return what was found."""
        self.found = Findings()
        turn = list(TASKS).index(sample.task)
        self._in_roles(sample, pages_of_project(sample, same=False), [turn])
        return self.found

    def shared(self, sample: SampleProject, *, quick: bool) -> Findings:
        """Walk all other pages, of which each role sees each, one role a language when quick."""
        self.found = Findings()
        self._visitors()
        self._contributor(sample)
        places = [*pages_of_project(sample, same=True), *addresses(ELSEWHERE, self._elsewhere)]
        self._in_roles(sample, places, range(1 if quick else len(ROLES)))
        return self.found

    def _in_roles(self, sample: SampleProject, places: Sequence[str], turns: Iterable[int]) -> None:
        """Visit places in turns, a role and a language after the other."""
        own = looks.own_words(self._members["owner"].page, self._site, sample)
        planned = [
            (place, visit)
            for turn in turns
            for number, place in enumerate(places)
            for visit in visits(turn, number)
        ]
        for language, role in product(LANGUAGES, ROLES):
            plan = [one for one in planned if (one[1].language, one[1].role) == (language, role)]
            self._as(self._members[role], language, sample.task, plan, own)

    def _contributor(self, sample: SampleProject) -> None:
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

    def _visitors(self) -> None:
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
        ways = list(enumerate(zip(SIZES, visit.schemes, strict=True)))
        # From the width that the page has: it is resized twice, not three times.
        if page.viewport_size == SIZES[-1]:
            ways.reverse()
        for number, (size, scheme) in ways:
            looks.show_at(page, size, scheme)
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
