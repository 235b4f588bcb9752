"""How smoothly an image with 2,000 regions is panned, zoomed and worked on, in a real browser.

The labelling page is opened in Chromium, drawn by software, on an image with 2,000 boxes and on
one with 2,000 outlines of 12 corners. Pointer and wheel events are given once a frame while
``requestAnimationFrame`` notes when frames come; the figures are medians and 95th percentiles of
the time between frames. 33.3 ms are 30 frames a second. ``load`` is the machine's load at the
start.
"""

from __future__ import annotations

import io
import math
import os
import statistics
from typing import Any

import numpy as np
from easel.client import Client
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.end_to_end.browser import launch_chromium
from tests.site import Site, running_site, sign_up

NUM_SHAPES = 2_000
CORNERS = 12
SIZE = (3000, 2000)
WINDOW = {"width": 1440, "height": 900}
PASSWORD = "a long enough secret"
TASKS = {"boxes": "image.object_detection", "outlines": "image.segmentation"}

# Gives events to the stage, one a frame, and answers the milliseconds between frames.
MEASURE = """
async ({ gesture, frames }) => {
  const stage = document.querySelector('[role="application"]');
  const box = stage.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const point = (type, x, y, button) => stage.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: x, clientY: y, button,
    buttons: type === 'pointerup' ? 0 : 1,
  }));
  const wheel = (deltaY) => stage.dispatchEvent(new WheelEvent('wheel', {
    bubbles: true, cancelable: true, clientX: middle.x, clientY: middle.y, deltaY,
  }));
  stage.setPointerCapture = () => undefined;
  const swing = (at) => 60 * Math.sin((2 * Math.PI * at) / 60);
  const button = gesture === 'pan' ? 1 : 0;
  if (gesture !== 'zoom') point('pointerdown', middle.x, middle.y, button);
  const times = [];
  let before = await frame();
  for (let at = 0; at < frames; at += 1) {
    if (gesture === 'zoom') wheel(at % 60 < 30 ? -40 : 40);
    else point('pointermove', middle.x + swing(at), middle.y + swing(2 * at), button);
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  if (gesture !== 'zoom') point('pointerup', middle.x, middle.y, button);
  return times.slice(5);
}
"""


def run(*, quick: bool) -> dict[str, float]:
    """Return frame times over 300 frames of each gesture (90 when quick)."""
    figures: dict[str, float] = {"load": os.getloadavg()[0]}
    with running_site() as site, sync_playwright() as playwright:
        client, organisation = sign_up(site)
        with client, launch_chromium(playwright) as browser:
            for kind, task in TASKS.items():
                address = _filled(client, organisation, kind, task)
                page = browser.new_page(viewport=WINDOW, base_url=site.url)
                _enter(page, site)
                _open(page, address)
                figures |= _measured(page, kind, 90 if quick else 300)
                page.close()
    return figures


def _measured(page: Page, kind: str, frames: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for gesture in ("pan", "zoom", "drag"):
        if gesture == "drag":
            _choose_middle(page)
        times = page.evaluate(MEASURE, {"gesture": gesture, "frames": frames})
        found[f"{kind}_{gesture}_ms_median"] = statistics.median(times)
        found[f"{kind}_{gesture}_ms_p95"] = statistics.quantiles(times, n=20)[-1]
    return found


def _choose_middle(page: Page) -> None:
    """Choose the mark in the middle of the window, so that it is what is dragged."""
    page.keyboard.press(".")
    stage = page.get_by_role("application")
    box = stage.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator('button[aria-pressed="true"]').first.wait_for()


def _filled(client: Client, organisation: str, kind: str, task: str) -> str:
    """Make a dataset of one image with all its marks; return the address of its editor."""
    project = client.projects.create(organisation_id=organisation, name=kind, task=task)
    dataset = client.datasets.create(project_id=project["id"], name=kind)
    path = f"datasets/{dataset['id']}"

    def send(method: str, path: str, **content: Any) -> Any:
        return client.transport.request(method, path, **content).json()

    label = send("POST", f"{path}/labels", json={"name": "cell"})
    session = send("POST", f"{path}/imports", json={"format": "loose_files"})
    files = {"files": ("image.jpg", _image(), "image/jpeg")}
    send("POST", f"imports/{session['id']}/files", files=files)
    sample = send("GET", f"{path}/samples")["results"][0]["id"]
    regions = [
        {"id": str(number), "label_id": label["id"], "geometry": geometry}
        for number, geometry in enumerate(_geometries(kind))
    ]
    send("PUT", f"samples/{sample}/annotations", json={"revision": 0, "regions": regions})
    return f"/projects/{project['id']}/label/{dataset['id']}?scope=all"


def _geometries(kind: str) -> list[dict[str, Any]]:
    """Return marks on a grid; the one in the middle of the image lies under its centre."""
    columns, rows = 50, 40
    wide, high = SIZE[0] / columns, SIZE[1] / rows
    random = np.random.default_rng(0)
    found: list[dict[str, Any]] = []
    for number in range(NUM_SHAPES):
        x, y = (number % columns + 0.5) * wide, (number // columns + 0.5) * high
        if number == (rows // 2) * columns + columns // 2:
            x, y = SIZE[0] / 2, SIZE[1] / 2
        across, down = wide * random.uniform(0.7, 1.1), high * random.uniform(0.7, 1.1)
        left = min(max(0.0, x - across / 2), SIZE[0] - across)
        top = min(max(0.0, y - down / 2), SIZE[1] - down)
        if kind == "boxes":
            box = {"kind": "box", "left": left, "top": top, "width": across, "height": down}
            found.append(box)
            continue
        ring = [
            [left + across * (1 + math.cos(turn)) / 2, top + down * (1 + math.sin(turn)) / 2]
            for turn in (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
        ]
        found.append({"kind": "polygon", "rings": [ring]})
    return found


def _image() -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    content = io.BytesIO()
    Image.fromarray(noise).resize(SIZE, Image.Resampling.BICUBIC).save(content, "jpeg", quality=90)
    return content.getvalue()


def _enter(page: Page, site: Site) -> None:
    page.request.get("/api/v1/session")
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")
    response = page.request.post(
        "/api/v1/session",
        data={"email": "owner@example.com", "password": PASSWORD},
        headers={"X-CSRFToken": token, "Referer": f"{site.url}/"},
    )
    assert response.ok, response.text()


def _open(page: Page, address: str) -> None:
    """Open the editor and wait until all marks are there and drawn."""
    page.goto(address)
    page.get_by_text(f"{NUM_SHAPES:,} regions", exact=True).wait_for(timeout=60_000)
    page.locator("canvas").last.wait_for()
    page.wait_for_timeout(1_500)
