import { useQuery } from "@tanstack/react-query";

import { offline, problemOf } from "@/api/problem";

import type { Source } from "./source";

/** Texts longer than this are shown in part; the file itself can be opened. */
const MAX_CHARACTERS = 200_000;

/** The text of a source: what it carries, or its file's. */
export function useText(source: Source) {
  const inline = source.text;
  const file = useQuery({
    queryKey: ["file-texts", source.url],
    enabled: inline === undefined && source.url !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(source.url ?? "", { signal }).catch((cause: unknown) => {
        throw offline(cause);
      });
      if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
      return (await response.text()).slice(0, MAX_CHARACTERS);
    },
  });
  return {
    text: inline ?? file.data,
    error: inline === undefined ? file.error : null,
    retry: () => void file.refetch(),
  };
}
