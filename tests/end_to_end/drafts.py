"""What a browser keeps of labelling that the server has not taken yet."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.workers.installation import wait_for

# `frontend/src/features/labelling/model/draft-store.ts` says what lies where.
_KEPT = """async ({ steps, done }) => {
  const opening = indexedDB.open("easel");
  const database = await new Promise((resolve) => {
    // Where the page has not made it yet, neither do we.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
  });
  if (database === null) return false;
  const store = database.transaction("kept-work").objectStore("kept-work");
  const all = async (part) => {
    const keys = await answer(store.getAllKeys());
    const kept = await answer(store.getAll());
    return kept.filter((_, place) => keys[place].endsWith(`/${part}`));
  };
  const unsaved = (await all("unsaved")).flat();
  const history = await all("history");
  database.close();
  return (
    unsaved.some(({ workPlace }) => !done || workPlace?.isDone) &&
    (steps === 0 || history.some((one) => one.history.done.length === steps))
  );

  function answer(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}"""


def wait_until_kept(page: Page, *, steps: int = 0, done: bool = False) -> None:
    """Wait until a reload would bring back what is not saved.

    Args:
        page: that was drawn on.
        steps: that can be taken back, of which the last is the one that is not saved.
        done: whether the answer was also handed in.
    """
    # Playwright's own wait takes the promise of an answer for an answer.
    wait_for(lambda: page.evaluate(_KEPT, {"steps": steps, "done": done}), 10)
