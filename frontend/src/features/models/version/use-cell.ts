import { useSearchParams } from "react-router";

interface Cell {
  /** The true and the given label of the chosen cell; `null` for all. */
  actual: string | null;
  predicted: string | null;
  showHeat: boolean;
}

/** Which mistakes the address asks for, and a way to ask for others. */
export function useCell(): [Cell, (changes: Partial<Cell>) => void] {
  const [query, setQuery] = useSearchParams();
  const cell = {
    actual: query.get("actual"),
    predicted: query.get("predicted"),
    showHeat: query.get("heat") === "1",
  };
  const change = (changes: Partial<Cell>) => {
    const next = { ...cell, ...changes };
    setQuery(
      (old) => {
        const query = new URLSearchParams(old);
        for (const key of ["actual", "predicted"] as const) {
          if (next[key] === null) query.delete(key);
          else query.set(key, next[key]);
        }
        if (next.showHeat) query.set("heat", "1");
        else query.delete("heat");
        return query;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [cell, change];
}
