import { useQuery } from "@tanstack/react-query";

import { problemOf } from "@/api/problem";

import { firstLines } from "../first-lines";
import { predictionsUrl } from "./predictions-url";

const BYTES = 64 * 1024;

/** The first predictions of a batch, from the beginning of their file. */
export function useFirstPredictions(batchId: string, enabled: boolean) {
  return useQuery({
    queryKey: ["batch-predictions", "first", batchId],
    queryFn: async () => {
      const headers = { Range: `bytes=0-${BYTES - 1}` };
      const response = await fetch(predictionsUrl(batchId, "jsonl"), { headers });
      if (!response.ok) throw problemOf(response, undefined);
      return firstLines(await response.text());
    },
    enabled,
  });
}
