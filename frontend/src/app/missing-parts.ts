/**
 * Parts of the application that could not be fetched. After an upgrade a tab that was open before
 * asks for files that are no longer there; Vite says so with `vite:preloadError`.
 */
const missing = new WeakSet<Error>();

/** Remember which errors are missing parts, so that their page can offer to load Easel again. */
export function watchForMissingParts(target: EventTarget): void {
  target.addEventListener("vite:preloadError", (event) => {
    missing.add((event as Event & { payload: Error }).payload);
  });
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}
