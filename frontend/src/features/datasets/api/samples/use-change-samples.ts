import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";
import type { Job } from "@/api/types";

/** Samples by id, or all that pass a filter. */
export type ChosenSamples = components["schemas"]["SelectionRequest"];

/** What is done to each of the samples. */
export type SampleAction =
  | { kind: "label"; labelIds: readonly string[]; mode: "set" | "add" | "remove" | "clear" }
  | { kind: "tag"; tag: string; mode: "add" | "remove" }
  | { kind: "trash" };

interface Wish {
  samples: ChosenSamples;
  action: SampleAction;
}

/** How many samples were changed, or the job that changes so many. */
export interface Change {
  num: number;
  job: Job | null;
}

/** Do the same to many samples; over 1,000 of them are a job's work. */
export function useChangeSamples(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ samples, action }: Wish) => change(datasetId, samples, action),
    onSettled: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}

async function change(
  datasetId: string,
  samples: ChosenSamples,
  action: SampleAction,
): Promise<Change> {
  const params = { path: { dataset_id: datasetId } };
  switch (action.kind) {
    case "label":
      return send(
        api.POST("/api/v1/datasets/{dataset_id}/label-selection", {
          params,
          body: { ...samples, label_ids: [...action.labelIds], mode: action.mode },
        }),
      );
    case "tag":
      return send(
        api.POST("/api/v1/datasets/{dataset_id}/tags", {
          params,
          body: { ...samples, tag: action.tag, mode: action.mode },
        }),
      );
    case "trash": {
      const { num_trashed: num, job } = await send(
        api.POST("/api/v1/datasets/{dataset_id}/trash", { params, body: samples }),
      );
      return { num, job };
    }
  }
}
