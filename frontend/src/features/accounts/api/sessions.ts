import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

const KEY = ["sessions"];

export function useSessions() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) =>
      send(api.GET("/api/v1/sessions", { params: { query: { cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}

/** Signs out in one place, or everywhere else when none is named. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? send(api.DELETE("/api/v1/sessions"))
        : send(
            api.DELETE("/api/v1/sessions/{session_id}", {
              params: { path: { session_id: sessionId } },
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
