/** Take the cursor out of a list's `next` address; `undefined` on the last page. */
export function cursorOf(next: string | null | undefined): string | undefined {
  if (next == null) return undefined;
  return new URL(next, window.location.origin).searchParams.get("cursor") ?? undefined;
}
