import { DISAGREEMENTS } from "@/api/sample-filters";

import { queriesOf, useCounts } from "./use-counts";

/** With how many samples a model disagrees in each way, being at least so sure. */
export function useDisagreementCounts(datasetId: string, least: number) {
  const queries = queriesOf(DISAGREEMENTS, (kind) => ({ disagreement: `${kind}:${least}` }));
  return useCounts(datasetId, queries);
}
