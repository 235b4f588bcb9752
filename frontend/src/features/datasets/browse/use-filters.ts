import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

import { parseFilters, writeFilters, type SampleFilters } from "./filters";

/** The wall's filters, kept in the address. */
export function useFilters(): [SampleFilters, (change: Partial<SampleFilters>) => void] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => parseFilters(params), [params]);
  const change = useCallback(
    (part: Partial<SampleFilters>) =>
      setParams((old) => writeFilters(old, { ...parseFilters(old), ...part }), { replace: true }),
    [setParams],
  );
  return [filters, change];
}

/** The sample that the drawer shows, kept in the address too. */
export function useOpenSample(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (id: string | null) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if (id === null) next.delete("sample");
          else next.set("sample", id);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.get("sample"), open];
}
