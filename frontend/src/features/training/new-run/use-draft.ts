import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

import { readDraft, writeDraft, type Draft } from "./draft";

/** The drafted run of this address, and a way to change parts of it. */
export function useDraft(): [Draft, (changes: Partial<Draft>) => void] {
  const [query, setQuery] = useSearchParams();
  const draft = useMemo(() => readDraft(query), [query]);
  const change = useCallback(
    (changes: Partial<Draft>) => {
      setQuery(
        (old) => {
          const next = writeDraft({ ...readDraft(old), ...changes });
          const view = old.get("view");
          if (view !== null) next.set("view", view);
          return next;
        },
        { replace: true },
      );
    },
    [setQuery],
  );
  return [draft, change];
}
