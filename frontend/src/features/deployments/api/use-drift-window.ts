import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** A window of calls with its features, which change no more. */
export function useDriftWindow(windowId: string) {
  return useQuery({
    queryKey: ["deployments", "drift-window", windowId],
    queryFn: () =>
      send(
        api.GET("/api/v1/drift-windows/{window_id}", {
          params: { path: { window_id: windowId } },
        }),
      ),
    staleTime: Infinity,
  });
}
