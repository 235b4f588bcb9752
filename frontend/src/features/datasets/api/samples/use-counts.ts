import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

export type CountQuery = components["schemas"]["SampleFilterRequest"];

/**
 * How many samples each of these filters finds, by key: the server counts by the conditions that it
 * lists by, so the number beside a filter is that of the samples it shows.
 */
export function useCounts<Key extends string>(
  datasetId: string,
  queries: Readonly<Partial<Record<Key, CountQuery>>>,
) {
  const keys = Object.keys(queries) as Key[];
  return useQuery({
    queryKey: [...datasetKeys.counts(datasetId), "each", queries],
    queryFn: async () => {
      const counts = await Promise.all(
        keys.map((key) =>
          send(
            api.GET("/api/v1/datasets/{dataset_id}/samples/count", {
              params: { path: { dataset_id: datasetId }, query: queries[key] },
            }),
          ),
        ),
      );
      return Object.fromEntries(keys.map((key, at) => [key, counts[at]?.count ?? 0])) as Record<
        Key,
        number
      >;
    },
    enabled: keys.length > 0,
    placeholderData: (old) => old,
  });
}

/** A filter for each of these values. */
export function queriesOf<Value extends string>(
  values: readonly Value[],
  queryOf: (value: Value) => CountQuery,
): Record<Value, CountQuery> {
  return Object.fromEntries(values.map((value) => [value, queryOf(value)])) as Record<
    Value,
    CountQuery
  >;
}
