import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";
import type { Sample } from "./datasets";
import type { components } from "./generated/schema";

export type Table = components["schemas"]["Table"];

export interface TrySamples {
  samples: Sample[];
  /** The first rows, where the data is a table. */
  table?: Table;
}

const NUM_SAMPLES = 12;

/** Samples of a frozen version to try a model on: of its test part, where it has one. */
export function useTrySamples(versionId: string | undefined, isTable: boolean) {
  return useQuery({
    queryKey: ["dataset-versions", versionId, "try-samples"],
    queryFn: () => (isTable ? tableOf(versionId ?? "") : samplesOf(versionId ?? "")),
    enabled: versionId !== undefined,
    staleTime: Infinity,
  });
}

async function tableOf(versionId: string): Promise<TrySamples> {
  const path = { version_id: versionId };
  const table = await send(
    api.GET("/api/v1/dataset-versions/{version_id}/table", { params: { path } }),
  );
  return { samples: [], table };
}

async function samplesOf(versionId: string): Promise<TrySamples> {
  const version = await send(
    api.GET("/api/v1/dataset-versions/{version_id}", {
      params: { path: { version_id: versionId } },
    }),
  );
  const split = version.counts.test.total > 0 ? ("test" as const) : undefined;
  const page = await send(
    api.GET("/api/v1/datasets/{dataset_id}/samples", {
      params: {
        path: { dataset_id: version.dataset_id },
        query: { version: versionId, page_size: NUM_SAMPLES, ...(split && { split }) },
      },
    }),
  );
  return { samples: page.results };
}
