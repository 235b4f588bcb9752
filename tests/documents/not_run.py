"""What of the pages is not run here, and why. A test looks whether each line is still needed."""

from __future__ import annotations

OTHER_PAGES = (
    # How the code is written, for those who change Easel.
    "docs/architecture.md",
    "docs/conventions.md",
    "docs/decisions/",
    "docs/changelog.md",
    # What a launcher has to look like.
    "docs/explanation/launchers.md",
    # Put into a copy of the tree and used by tests/architecture/test_extend.py.
    "docs/how-to/extend.md",
)
"""Pages that show code, and tell nobody to type it."""

INSTALLED = "installs Easel; whoever runs this has it"
CLICKED = "needs what the reader has clicked on the page before; the browser tests do"
OWN = "names an endpoint of the reader's; tests/workers run it with one of theirs"
INDEX = "fetches packages from an index, and tests need no network"
# Page or *, what the command holds, and why it is not run.
NOT_RUN: tuple[tuple[str, str, str], ...] = (
    ("*", r"^make (install|up|demo)\b", INSTALLED),
    ("*", r"^python -m pip install ", INDEX),
    ("docs/how-to/use-more-formats.md", r"/opt/easel-datumaro", INDEX),
    ("docs/tutorials/first-model.md", r"YOUR_KEY|package\.zip", CLICKED),
    ("docs/tutorials/speech.md", r"--pretrained pretrained", "needs published weights"),
    ("docs/how-to/run-on-a-server.md", r"^docker compose ", "needs Docker"),
    (
        "docs/how-to/run-on-a-server.md",
        r"sam-vit-base|serve --package work/package",
        "needs published weights; tests/engine/models/test_sam.py packages tiny ones",
    ),
    ("docs/how-to/learn-from-calls.md", r"ENDPOINT_KEY|DEPLOYMENT", OWN),
    ("docs/how-to/release-a-version.md", r"DEPLOYMENT", OWN),
    ("docs/how-to/watch-for-drift.md", r"DEPLOYMENT", OWN),
    ("docs/how-to/import-in-place.md", r"s3://our-data", "needs a bucket of the reader's"),
    ("docs/how-to/import-in-place.md", r"addresses\.txt", "needs addresses on the web"),
)
