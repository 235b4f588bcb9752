/** One page of a list, as every list endpoint answers. */
export interface PageOf<T> {
  next: string | null;
  previous: string | null;
  results: T[];
}

/** Return the cursor of the page after this one, for `getNextPageParam`. */
export function nextCursor(page: { next: string | null }): string | undefined {
  if (page.next === null) return undefined;
  return new URL(page.next, window.location.origin).searchParams.get("cursor") ?? undefined;
}

/** Join the pages read so far. */
export function joined<T>(pages: readonly PageOf<T>[] | undefined): T[] {
  return pages?.flatMap((page) => page.results) ?? [];
}
