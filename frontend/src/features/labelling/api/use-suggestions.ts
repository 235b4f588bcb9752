import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";

const POLL_MS = 2_000;
const WALL_PAGE = 60;

export const suggestionKeys = {
  all: (datasetId: string) => [...datasetKeys.one(datasetId), "suggestions"] as const,
  sample: (sampleId: string) => ["samples", sampleId, "suggestion"] as const,
};

/** Who was asked last, and how many suggestions of each label wait; fresh while a job runs. */
export function useSuggestions(datasetId: string, threshold: number) {
  return useQuery({
    queryKey: [...suggestionKeys.all(datasetId), "overview", threshold],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/suggestions", {
          params: { path: { dataset_id: datasetId }, query: { threshold } },
        }),
      ),
    placeholderData: (old) => old,
    refetchInterval: ({ state }) => {
      const jobs = [state.data?.run?.job, state.data?.acceptance?.job];
      return jobs.some((job) => job != null && !isFinished(job)) ? POLL_MS : false;
    },
  });
}

/** What is suggested of one sample. */
export function useSuggestion(sampleId: string | undefined) {
  return useQuery({
    queryKey: suggestionKeys.sample(sampleId ?? ""),
    queryFn: () => readSuggestion(sampleId ?? ""),
    enabled: sampleId !== undefined,
    staleTime: 60_000,
  });
}

/** Read the suggestions of the next samples, so that they are there at once. */
export function prefetchSuggestion(client: QueryClient, sampleId: string): void {
  void client.prefetchQuery({
    queryKey: suggestionKeys.sample(sampleId),
    queryFn: () => readSuggestion(sampleId),
    staleTime: 60_000,
  });
}

async function readSuggestion(sampleId: string) {
  const answer = await send(
    api.GET("/api/v1/samples/{sample_id}/suggestion", {
      params: { path: { sample_id: sampleId } },
    }),
  );
  return answer.suggestion;
}

/** Samples of which a label is suggested, the surest first; read once, as a queue is. */
export function useSuggestedSamples(datasetId: string, labelId: string | null, threshold: number) {
  return useInfiniteQuery({
    queryKey: [...suggestionKeys.all(datasetId), "wall", labelId, threshold],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/suggested-samples", {
          params: {
            path: { dataset_id: datasetId },
            query: {
              label: labelId ?? "",
              threshold,
              page_size: WALL_PAGE,
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    enabled: labelId !== null,
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

interface Asked {
  readonly method: "model" | "classifier";
  readonly model_version_id?: string;
  readonly makes_labels: boolean;
  readonly unlabelled: boolean;
}

export function useAskForSuggestions(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ unlabelled, ...asked }: Asked) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/suggestions", {
          params: { path: { dataset_id: datasetId } },
          // Without any filter the unlabelled ones are asked about; an empty search means all.
          body: { ...asked, ...(unlabelled ? { unlabelled } : { search: "" }) },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: suggestionKeys.all(datasetId) }),
  });
}

interface Accepted {
  readonly threshold: number;
  readonly label_id?: string;
  readonly spared?: string[];
}

export function useAcceptSuggestions(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accepted: Accepted) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/suggestions/accept", {
          params: { path: { dataset_id: datasetId } },
          body: accepted,
        }),
      ),
    onSuccess: () => forgetDataset(client, datasetId),
  });
}

export function useUndoAcceptance(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (acceptanceId: string) =>
      send(
        api.POST("/api/v1/acceptances/{acceptance_id}/undo", {
          params: { path: { acceptance_id: acceptanceId } },
        }),
      ),
    onSuccess: () => forgetDataset(client, datasetId),
  });
}

export function useRejectSuggestions(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sampleIds, isRejected }: { sampleIds: string[]; isRejected: boolean }) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/suggestions/reject", {
          params: { path: { dataset_id: datasetId } },
          body: { sample_ids: sampleIds, is_rejected: isRejected },
        }),
      ),
    onSuccess: (_, { sampleIds }) => {
      for (const id of sampleIds) {
        void client.invalidateQueries({ queryKey: suggestionKeys.sample(id) });
      }
      void client.invalidateQueries({ queryKey: [...suggestionKeys.all(datasetId), "overview"] });
    },
  });
}

/** Many samples changed at once: what was read of them before is old. */
export function forgetDataset(client: QueryClient, datasetId: string): void {
  void client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) });
  void client.invalidateQueries({ queryKey: ["samples"] });
}
