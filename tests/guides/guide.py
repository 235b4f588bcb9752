"""Somebody who shows how a thing is done, and takes images of it."""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from easel.client import Client
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize

from tests.end_to_end.api import call
from tests.site import ROOT, Site

LANGUAGES: Mapping[str, Path] = {"en": ROOT / "docs/how-to", "zh-CN": ROOT / "docs/zh-CN/how-to"}
SIZE: ViewportSize = {"width": 1280, "height": 800}
JOB_MS = 120_000
PASSWORD = "a-quiet-workshop-1789"
# Those further down are loaded only when they come into sight.
_IMAGES_SHOWN = """() => [...document.images]
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .every((one) => one.complete)"""
_PLURALS = ("", "_other")
_QUALITY = 82


class Guide:
    """A person with an organisation of their own, at a browser in one language.

    Args:
        page: of the browser; nobody is signed in yet.
        site: where it all happens.
        name: of the how-to page that the images are for.
        language: of the page and its images.
    """

    def __init__(self, page: Page, site: Site, name: str, language: str) -> None:
        self.page, self.site, self.name, self.language = page, site, name, language
        self.taken: list[Path] = []
        person = {"name": "Ida", "email": f"{name}.{language}@guides.example", "password": PASSWORD}
        session = self.call("POST", "users", data={**person, "organisation_name": "Workshop"})
        self.organisation: str = session["memberships"][0]["organisation"]["id"]
        self.call("PATCH", "users/me", data={"language": language})
        scopes = ["read", "write"]
        fields = {"organisation_id": self.organisation, "name": "guides", "scopes": scopes}
        key = self.call("POST", "api-keys", data=fields)
        self._key: str = key["secret"]

    def call(self, method: str, path: str, **request: Any) -> Any:
        """Call the API as this person."""
        return call(self.page, self.site, method, path, **request)

    def say(self, key: str, **values: object) -> str:
        """Return what the pages say under a key of the translations, such as ``quality.undo``."""
        text = next(texts(self.language, key), None)
        if text is None:
            raise LookupError(f"The pages say nothing under '{key}'. Look for it in the texts.")
        return re.sub(r"{{(\w+)[^}]*}}", lambda found: str(values[found[1]]), text)

    def button(self, key: str, **values: object) -> Locator:
        """Return the button that says this; an icon may have a name of its own before it."""
        words = re.escape(self.say(key, **values))
        return self.page.get_by_role("button", name=re.compile(rf"(^|\s){words}$"))

    def dataset(self, task: str, name: str) -> tuple[str, str]:
        """Make a project for a task with one dataset; return both."""
        fields = {"organisation_id": self.organisation, "name": name, "task": task}
        project = self.call("POST", "projects", data=fields)["id"]
        made = self.call("POST", "datasets", data={"project_id": project, "name": name})
        return project, made["id"]

    def bring_in(self, dataset: str, root: Path, layout: str = "image_folder") -> None:
        """Import a folder of files that are a sample each."""
        with Client(self.site.url, api_key=self._key) as client:
            client.imports.folder(dataset, str(root), format=layout)

    def bring_in_zip(self, dataset: str, root: Path, layout: str) -> None:
        """Import a folder whose files belong together, and wait for the end."""
        with (
            tempfile.TemporaryDirectory(prefix="easel-") as folder,
            Client(self.site.url, api_key=self._key) as client,
        ):
            path = shutil.make_archive(f"{folder}/data", "zip", root)
            archive = client.imports.archive(dataset, path, format=layout)
            client.jobs.wait(archive["job"]["id"])

    def samples(self, dataset: str) -> list[Mapping[str, Any]]:
        """Return all samples of a dataset."""
        with Client(self.site.url, api_key=self._key) as client:
            return list(client.datasets.samples(dataset))

    def freeze(self, dataset: str) -> str:
        """Freeze a version of a dataset, and return it once it is there."""
        split = {"kind": "random", "train": 0.7, "validation": 0.1, "test": 0.2, "seed": 0}
        with Client(self.site.url, api_key=self._key) as client:
            version = client.datasets.freeze(dataset, split=split)
            client.jobs.wait(version["job"]["id"])
        return str(version["id"])

    def invite(self, name: str, role: str) -> None:
        """Have somebody join the organisation."""
        email = f"{name.lower()}.{self.name}.{self.language}@guides.example"
        address = f"organisations/{self.organisation}/invitations"
        invitation = self.call("POST", address, data={"email": email, "role": role})
        token = {"invitation_token": invitation["token"]}
        browser = self.page.context.browser
        assert browser is not None
        with browser.new_context(base_url=self.site.url) as context:
            person = {"name": name, "email": email, "password": PASSWORD}
            call(context.new_page(), self.site, "POST", "users", data={**person, **token})

    def shoot(self, image: str, place: Locator | None = None) -> None:
        """Save what the window, or one place of it, shows, once nothing moves any more."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready")
        self.page.wait_for_function(_IMAGES_SHOWN)
        content = (place or self.page).screenshot(animations="disabled")
        folder = LANGUAGES[self.language] / "images"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}-{image}.webp"
        Image.open(io.BytesIO(content)).save(path, "WEBP", quality=_QUALITY, method=6)
        self.taken.append(path)


def images_of(name: str, language: str) -> list[Path]:
    """Return the images of a how-to page that are there."""
    return sorted((LANGUAGES[language] / "images").glob(f"{name}-*.webp"))


def texts(language: str, key: str) -> Iterator[str]:
    """Yield what the pages say under a key, in the forms that it has."""
    file, *path = key.split(".")
    found: Any = _file(language, file)
    for step in path[:-1]:
        found = found.get(step, {})
    for plural in _PLURALS:
        if isinstance(text := found.get(path[-1] + plural), str):
            yield text


@cache
def _file(language: str, name: str) -> Any:
    path = ROOT / "frontend/src/i18n" / language / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
