import { SUGGESTED } from "@/api/sample-filters";

import { queriesOf, useCounts } from "./use-counts";

const QUERIES = queriesOf(SUGGESTED, (suggested) => ({ suggested }));

/** How many samples a model suggests something of, and how many labels it contradicts. */
export function useSuggestedCounts(datasetId: string) {
  return useCounts(datasetId, QUERIES);
}
