import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { assignmentKeys, type WorkItem } from "@/api/assignments";
import { api, send } from "@/api/client";

const HEARTBEAT_MS = 60_000;

/** New items go to the end; those that were there already keep their place. */
export function merged(old: readonly WorkItem[], found: readonly WorkItem[]): WorkItem[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  const known = new Set(old.map(({ id }) => id));
  return [
    ...old.map((item) => byId.get(item.id) ?? item),
    ...found.filter(({ id }) => !known.has(id)),
  ];
}

/**
 * The items that this person holds: claimed when the page opens, filled up on request, and kept
 * alive while it is open.
 */
export function useBatch(assignmentId: string) {
  const client = useQueryClient();
  const key = [...assignmentKeys.items(assignmentId), "own"];
  const params = { path: { assignment_id: assignmentId } };
  const batch = useQuery({
    queryKey: key,
    queryFn: async () => {
      const { items } = await send(
        api.POST("/api/v1/assignments/{assignment_id}/own-items", { params }),
      );
      return merged(client.getQueryData<WorkItem[]>(key) ?? [], items);
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    const beat = () =>
      void api
        .POST("/api/v1/assignments/{assignment_id}/heartbeat", {
          params: { path: { assignment_id: assignmentId } },
        })
        // The next one comes in a minute; a hold lasts thirty.
        .catch(() => undefined);
    const timer = setInterval(beat, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [assignmentId]);
  return {
    items: batch.data ?? [],
    isPending: batch.isPending,
    error: batch.error,
    fill: () => void batch.refetch(),
    giveBack: () => send(api.DELETE("/api/v1/assignments/{assignment_id}/own-items", { params })),
  };
}
