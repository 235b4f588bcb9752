"""Nobody is offered what their role may not do, and no page says or shows what no page may.

One sample project is walked by all: in every role, all pages that the router has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser

from tests.end_to_end import looks, sample_project
from tests.end_to_end.api import call
from tests.end_to_end.members import ID, Member, join, owner_of_new
from tests.end_to_end.places import ELSEWHERE, GUESTS, OF_PROJECT, PUBLIC, addresses
from tests.site import Site

DESKTOP = {"width": 1440, "height": 900}
# A table has the most names of ours in what it shows: of models, of columns and of numbers.
TASK = "tabular.prediction"
LONG = "9" * 400
OFFERED = (
    "New run", "Train a model", "Publish a model", "Freeze", "Freeze a version", "Import",
    "Choose files", "Delete", "Delete for good", "Empty the trash", "Assign these", "Invite",
    "Start", "Start search", "Create project", "Save", "Find mistakes",
)  # fmt: skip
OTHER_ROLE = "This page needs another role."
ANY_OFFER = re.compile(f"^({'|'.join(map(re.escape, OFFERED))})$")


@dataclass
class Seen:
    """What one page showed to somebody."""

    place: str
    refused: list[str]
    broken: list[str]
    excess_width: int
    images: list[str]
    texts: list[str] = field(repr=False)
    offers: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Organisation:
    """People of one organisation, its sample project, and what stands in addresses."""

    members: dict[str, Member]
    sample: sample_project.SampleProject
    own: looks.OwnWords
    names: dict[str, str]
    site: Site

    def walk(self, role: str, language: str, pages: Sequence[str]) -> list[Seen]:
        """Walk pages as somebody, and return what they saw."""
        member = self.members[role]
        page = member.page
        call(page, self.site, "PATCH", "users/me", data={"language": language})
        page.goto("/")
        looks.wait_until_still(page)
        return [self._see(member, place) for place in addresses(pages, self.names)]

    def _see(self, member: Member, place: str) -> Seen:
        page = member.page
        member.refused.clear()
        member.broken.clear()
        looks.go(page, place)
        offers = page.get_by_role("main").get_by_role("button", name=ANY_OFFER)
        return Seen(
            ID.sub("…", place),
            list(member.refused),
            list(member.broken),
            looks.excess_width(page),
            looks.broken_images(page),
            looks.texts_of(page),
            offers.all_inner_texts(),
        )


@pytest.fixture(scope="module")
def organisation(browser: Browser, site: Site) -> Iterator[Organisation]:
    """Olga's organisation, with somebody of each role and a sample project."""
    owner = owner_of_new(browser, site, viewport=DESKTOP)
    project = sample_project.begin(owner.page, site, TASK, "zh")
    roles = ("annotator", "viewer", "contributor")
    members = {"owner": owner}
    members |= {role: join(browser, site, owner.page, role, viewport=DESKTOP) for role in roles}
    for member in members.values():
        member.page.add_init_script(looks.COUNT_REQUESTS)
        member.watch()
    sample_project.wait_until(
        lambda: sample_project.is_running(owner.page, site, project),
        "an endpoint that answers",
        300,
    )
    labellers = [members["annotator"], members["contributor"]]
    sample = sample_project.complete(owner, site, TASK, project, labellers)
    # A long word may make nothing wider than its window.
    call(owner.page, site, "PATCH", f"projects/{project}", data={"description": LONG})
    names = {**sample.names, **sample_project.elsewhere(owner.page, site)}
    own = looks.own_words(owner.page, site, sample)
    yield Organisation(members, sample, own, names, site)
    for member in members.values():
        member.page.context.close()


@pytest.mark.parametrize("role", ["viewer", "annotator"])
def test_no_page_offers_or_asks_for_what_a_role_may_not(
    organisation: Organisation, role: str
) -> None:
    seen = organisation.walk(role, "en", (*OF_PROJECT, *ELSEWHERE))
    faults = faults_of(seen, organisation.own, "en")
    for one in seen:
        own = {"Save"} if one.place.startswith("/settings") else set()
        faults += [f"{one.place}: offers {offer}" for offer in one.offers if offer not in own]
        is_form = one.place.startswith("/projects") and one.place.endswith("/new")
        if is_form and not any(text.startswith(OTHER_ROLE) for text in one.texts):
            faults.append(f"{one.place}: a form for another role")
    assert faults == []


def test_a_contributor_is_refused_nothing_on_the_pages_they_have(
    organisation: Organisation,
) -> None:
    work = [page for page in OF_PROJECT if page.endswith("/work")]
    seen = organisation.walk("contributor", "en", (*work, *ELSEWHERE))
    assert len(seen) > len(work) == 1
    assert faults_of(seen, organisation.own, "en") == []


def test_no_page_of_a_sample_project_shows_a_key_or_english_in_chinese(
    organisation: Organisation,
) -> None:
    seen = organisation.walk("owner", "zh-CN", (*OF_PROJECT, *ELSEWHERE))
    assert faults_of(seen, organisation.own, "zh-CN") == []


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_no_page_shows_a_key_to_who_is_not_signed_in(
    organisation: Organisation, browser: Browser, site: Site, language: str
) -> None:
    with browser.new_context(base_url=site.url, locale=language) as context:
        context.add_init_script(looks.COUNT_REQUESTS)
        page = context.new_page()
        for place in addresses((*PUBLIC, *GUESTS), organisation.names):
            # Each alone: the texts of one page are there when the next is gone to.
            page.goto(place)
            looks.wait_until_still(page)
            texts = looks.texts_of(page)
            keys = [
                one for text in texts for one in looks.raw_keys(text, looks.OwnWords(), language)
            ]
            assert (keys, looks.excess_width(page)) == ([], 0), place


def faults_of(seen: Sequence[Seen], own: looks.OwnWords, language: str) -> list[str]:
    """Return what was refused, broke, does not fit or is no text, each with its page."""
    faults: list[str] = []
    for one in seen:
        keys = {key for text in one.texts for key in looks.raw_keys(text, own, language)}
        sentences = [s for text in one.texts for s in looks.english_sentences(text, own)]
        wide = [f"wider by {one.excess_width} pixels"] if one.excess_width else []
        images = [f"an image without content: {ID.sub('…', image)}" for image in one.images]
        english = sentences if language == "zh-CN" else []
        for fault in (*one.refused, *one.broken, *images, *wide, *sorted(keys), *english):
            faults.append(f"{one.place}: {fault}")
    return faults
