import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import { DISAGREEMENTS, type DisagreementKind } from "@/api/sample-filters";

/** With how many samples a model disagrees in each way, being at least so sure. */
export function useDisagreementCounts(datasetId: string, least: number) {
  return useQuery({
    queryKey: [...datasetKeys.counts(datasetId), "disagreement", least],
    queryFn: async () => {
      const counts = await Promise.all(
        DISAGREEMENTS.map((kind) =>
          send(
            api.GET("/api/v1/datasets/{dataset_id}/samples/count", {
              params: {
                path: { dataset_id: datasetId },
                query: { disagreement: `${kind}:${least}` },
              },
            }),
          ),
        ),
      );
      return Object.fromEntries(
        DISAGREEMENTS.map((kind, at) => [kind, counts[at]?.count ?? 0]),
      ) as Record<DisagreementKind, number>;
    },
    placeholderData: (old) => old,
  });
}
