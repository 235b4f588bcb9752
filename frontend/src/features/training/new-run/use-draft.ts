import { useCallback, useMemo } from "react";
import { useAddress } from "@/components/ui/use-address";

import { readDraft, writeDraft, type Draft } from "./draft";

/** The drafted run of this address, and a way to change parts of it. */
export function useDraft(): [Draft, (changes: Partial<Draft>) => void] {
  const [query, put] = useAddress();
  const draft = useMemo(() => readDraft(query), [query]);
  const change = useCallback(
    (changes: Partial<Draft>) => {
      put(
        (old) => {
          const next = writeDraft({ ...readDraft(old), ...changes });
          const view = old.get("view");
          if (view !== null) next.set("view", view);
          return next;
        },
        { replace: true },
      );
    },
    [put],
  );
  return [draft, change];
}
