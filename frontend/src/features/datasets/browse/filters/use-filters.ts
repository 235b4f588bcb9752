import { useCallback, useEffect, useMemo } from "react";

import {
  asksForSamples,
  filtersOf,
  parseFilters,
  searchOf,
  writeFilters,
  type SampleFilters,
} from "@/api/sample-filters";
import { useAddress, useAddressParts } from "@/components/ui/use-address";

import type { SavedView } from "../../api/samples/use-saved-views";

/** The wall's filters, kept in the address. */
export function useFilters(): [SampleFilters, (change: Partial<SampleFilters>) => void] {
  const [params, setParams] = useAddress();
  const filters = useMemo(() => parseFilters(params), [params]);
  const change = useCallback(
    (part: Partial<SampleFilters>) =>
      setParams(
        (old) => {
          const next = writeFilters(old, { ...parseFilters(old), ...part });
          // Another list has other places.
          for (const key of ["at", "start"]) next.delete(key);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [filters, change];
}

/** Let an address that names nothing but a view show what the view does. */
export function useAddressedView(views: readonly SavedView[] | undefined): void {
  const [params, setParams] = useAddress();
  const wanted = asksForSamples(params)
    ? undefined
    : views?.find((view) => view.id === params.get("view"));
  useEffect(() => {
    if (wanted === undefined) return;
    const filters = filtersOf(wanted.query, wanted.ordering);
    if (searchOf(filters) === "") return;
    setParams((old) => writeFilters(old, filters), { replace: true });
  }, [wanted, setParams]);
}

/** Where the wall begins: at a number counted from 0, or at a value of its order. */
export interface Place {
  readonly at?: number;
  readonly start?: string;
}

/** Where the wall begins, kept in the address. */
export function usePlace(): [Place, (place: Place) => void] {
  const [params, setParams] = useAddress();
  const at = Number(params.get("at") ?? 0);
  const start = params.get("start");
  const place = useMemo(
    () => ({ ...(at > 0 && { at }), ...(start !== null && { start }) }),
    [at, start],
  );
  const go = useCallback(
    (wanted: Place) =>
      setParams((old) => {
        const next = new URLSearchParams(old);
        for (const key of ["at", "start"]) next.delete(key);
        if (wanted.at !== undefined && wanted.at > 0) next.set("at", String(wanted.at));
        if (wanted.start !== undefined) next.set("start", wanted.start);
        return next;
      }),
    [setParams],
  );
  return [place, go];
}

/** The sample that the drawer shows, kept in the address too. */
export function useOpenSample(): [string | null, (id: string | null) => void] {
  const [params, change] = useAddressParts();
  const open = useCallback((id: string | null) => change({ sample: id }), [change]);
  return [params.get("sample"), open];
}
