"""The pages there are, by their addresses, for tests and benchmarks that walk them all."""

from __future__ import annotations

from collections.abc import Mapping

# Below the address of a project, of any task.
IN_PROJECT = (
    "", "data", "data/{dataset}/browse", "data/{dataset}/versions", "data/{dataset}/labels",
    "data/{dataset}/quality", "data/{dataset}/statistics", "data/{dataset}/map",
    "data/{dataset}/import", "data/{dataset}/trash", "data/{dataset}/table", "label",
    "label/{dataset}", "label/assignments/new", "train", "train/new", "search", "search/new",
    "models", "deploy", "settings", "samples/{sample}",
)  # fmt: skip
# Of what was trained and published in a project.
OF_MODEL = (
    "train/{run}", "models/{model}", "models/{model}?tab=try", "models/{model}?tab=download",
    "deploy/{deployment}", "deploy/{deployment}?tab=statistics",
    "deploy/{deployment}?tab=callers", "deploy/{deployment}?tab=versions",
)  # fmt: skip
ELSEWHERE = (
    "/", "/projects", "/projects/new", "/help", "/python", "/settings/profile",
    "/settings/password", "/settings/sessions", "/settings/keys",
    "/organisations/{organisation}/members", "/organisations/new",
)  # fmt: skip
# All that somebody has who works on what was assigned to them.
OF_CONTRIBUTOR = ("/", "/projects", "/settings/keys")


def addresses(project: str, names: Mapping[str, str]) -> list[str]:
    """Return the addresses of a project's pages and of those elsewhere.

    Args:
        project: id of the project.
        names: ids of what stands in addresses; pages of what is not named are left out.
    """
    places = [f"/projects/{project}/{place}" for place in (*IN_PROJECT, *OF_MODEL)]
    known = {f"{{{name}}}" for name in names}
    return [
        place.format(**names)
        for place in (*places, *ELSEWHERE)
        if "{" not in place or any(name in place for name in known)
    ]
