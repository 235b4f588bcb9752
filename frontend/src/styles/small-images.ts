/** Images below this many pixels a side are shown as their pixels; smoothing would only blur them. */
const SMALL = 64;

/**
 * Mark every small image as it arrives, wherever it is drawn. `load` does not bubble, but it can be
 * captured.
 */
export function markSmallImages(document: Document): void {
  document.addEventListener(
    "load",
    ({ target }) => {
      if (!(target instanceof HTMLImageElement)) return;
      const side = Math.max(target.naturalWidth, target.naturalHeight);
      target.toggleAttribute("data-small", side > 0 && side < SMALL);
    },
    true,
  );
}
