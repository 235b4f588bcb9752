import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

/** What was sent through a channel lately, and what waits; newest first. */
export function useDeliveries(channelId: string) {
  return useInfiniteQuery({
    queryKey: ["channels", "deliveries", channelId],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/channels/{channel_id}/deliveries", {
          params: { path: { channel_id: channelId }, query: { cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: 5000,
  });
}
