import { useMutation, useQueryClient } from "@tanstack/react-query";

import { datasetKeys, type Sample } from "@/api/datasets";
import { saveLabels, type LabelResponse } from "@/api/sample-labels";

import { replaceSamples } from "./sample-cache";

const MAX_PER_REQUEST = 500;

interface Wish {
  samples: readonly Sample[];
  labelIds: readonly string[] | null;
}

/** Give samples these labels and nothing else; what someone else changed meanwhile is left. */
export function useLabelSamples(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ samples, labelIds }: Wish): Promise<LabelResponse> => {
      const answer: LabelResponse = { samples: [], conflicts: [] };
      for (let start = 0; start < samples.length; start += MAX_PER_REQUEST) {
        const part = samples.slice(start, start + MAX_PER_REQUEST);
        const { samples: saved, conflicts } = await saveLabels(
          datasetId,
          part.map(({ id, revision }) => ({ sampleId: id, revision, labelIds })),
        );
        answer.samples.push(...saved);
        answer.conflicts.push(...conflicts);
      }
      return answer;
    },
    onMutate: ({ samples, labelIds }) => {
      const before = samples.map((sample) => ({ ...sample }));
      replaceSamples(
        client,
        datasetId,
        samples.map((sample) => ({
          ...sample,
          labels: (labelIds ?? []).map((id) => ({ id, source: "human" as const, author: null })),
        })),
      );
      return { before };
    },
    onSuccess: (answer) => replaceSamples(client, datasetId, answer.samples),
    onError: (_error, _wish, context) => replaceSamples(client, datasetId, context?.before ?? []),
    onSettled: (answer, _error, { samples }) => {
      for (const { id } of samples) {
        void client.invalidateQueries({ queryKey: datasetKeys.sample(id) });
      }
      void client.invalidateQueries({ queryKey: datasetKeys.one(datasetId), exact: true });
      for (const key of [datasetKeys.labels, datasetKeys.counts, datasetKeys.statistics]) {
        void client.invalidateQueries({ queryKey: key(datasetId) });
      }
      if (answer === undefined || answer.conflicts.length > 0) {
        void client.invalidateQueries({ queryKey: datasetKeys.samples(datasetId) });
      }
    },
  });
}
