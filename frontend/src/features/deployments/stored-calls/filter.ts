import type { StoredCallFilter } from "../api/use-stored-calls";

const NAMES = ["state", "reason", "label", "ordering"] as const;

/** The filter of stored calls that an address asks for. */
export function filterOf(query: URLSearchParams): StoredCallFilter {
  const given = NAMES.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** An address that asks for another part of the filter; what is undefined is asked for no more. */
export function withFilter(query: URLSearchParams, part: StoredCallFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
