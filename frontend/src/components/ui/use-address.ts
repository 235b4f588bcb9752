import { useCallback } from "react";
import { useLocation, useSearchParams, type NavigateOptions } from "react-router";

type Change = (old: URLSearchParams) => URLSearchParams;

/** What the last change made of the address that was drawn then. */
let last: { readonly drawn: string; readonly params: URLSearchParams } | null = null;

/**
 * The query of the address, and a way to change it in which changes follow each other.
 *
 * `useSearchParams` hands every change the address as it was last drawn: of two that come before the
 * next drawing, the second takes the first back.
 */
export function useAddress(): [URLSearchParams, (change: Change, how?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const { key, pathname } = useLocation();
  const drawn = `${key} ${pathname}?${params}`;
  const change = useCallback(
    (make: Change, how?: NavigateOptions) => {
      const next = make(last?.drawn === drawn ? last.params : params);
      last = { drawn, params: next };
      setParams(next, how);
    },
    [drawn, params, setParams],
  );
  return [params, change];
}

/** What becomes of parts of the query: `null` takes one out, what is not named stays. */
type Parts = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** The query of the address, and a way to change parts of it without a step in the history. */
export function useAddressParts(): [URLSearchParams, (parts: Parts) => void] {
  const [params, change] = useAddress();
  const put = useCallback(
    (parts: Parts) => change((old) => withParts(old, parts), { replace: true }),
    [change],
  );
  return [params, put];
}

function withParts(old: URLSearchParams, parts: Parts): URLSearchParams {
  const next = new URLSearchParams(old);
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue;
    next.delete(name);
    for (const one of value === null ? [] : [value].flat()) next.append(name, one);
  }
  return next;
}
