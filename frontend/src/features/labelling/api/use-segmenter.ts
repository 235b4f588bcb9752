import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import type { Prompt } from "../model/segment-draft";

type Schemas = components["schemas"];
export type SegmenterStatus = Schemas["SegmenterStatus"];
export type Segmentation = Schemas["Segmentation"];

const POLL_MS = 1_000;
const STATUS = ["segmenter"] as const;

/** How far the segmentation model is from answering clicks; nothing is begun. */
function useStatus() {
  return useQuery({
    queryKey: STATUS,
    queryFn: () => send(api.GET("/api/v1/segmenter")),
    staleTime: 30_000,
  });
}

/** Have the model get ready for clicks on an image, asked for again until it is. */
function useWarmUp(sampleId: string, isOn: boolean) {
  return useQuery({
    queryKey: ["samples", sampleId, ...STATUS],
    queryFn: () => wake(sampleId, false),
    enabled: isOn,
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) && !state.error ? POLL_MS : false),
  });
}

/** The model of an installation as a tool for one image sees it. */
export function useSegmenter(sampleId: string, isOn: boolean) {
  const client = useQueryClient();
  const known = useStatus();
  const isConfigured = known.data !== undefined && known.data.state !== "absent";
  const warmUp = useWarmUp(sampleId, isOn && isConfigured);
  const again = useMutation({
    mutationFn: () => wake(sampleId, true),
    onSuccess: (status) => client.setQueryData(["samples", sampleId, ...STATUS], status),
  });
  const status = isOn && isConfigured ? (warmUp.data ?? known.data) : known.data;
  return {
    status,
    error: isOn ? (again.error ?? warmUp.error) : null,
    again: () => again.mutate(),
    /** It was taken for ready and is not: ask again. */
    lost: () => void client.invalidateQueries({ queryKey: ["samples", sampleId, ...STATUS] }),
  };
}

/** The pixels of what is pointed at. */
export function askSegment(sampleId: string, prompt: Prompt): Promise<Segmentation> {
  const { points, box } = prompt;
  return send(
    api.POST("/api/v1/samples/{sample_id}/segments", {
      params: { path: { sample_id: sampleId } },
      body: {
        points: points.map(({ at, isPositive }) => ({ ...at, positive: isPositive })),
        box,
      },
    }),
  );
}

function wake(sampleId: string, again: boolean) {
  return send(
    api.POST("/api/v1/samples/{sample_id}/segmenter", {
      params: { path: { sample_id: sampleId } },
      body: { again },
    }),
  );
}

function isOnItsWay(status: SegmenterStatus | undefined): boolean {
  return status !== undefined && ["stopped", "preparing", "starting"].includes(status.state);
}
