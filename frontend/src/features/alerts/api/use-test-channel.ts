import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Send a test, and learn what the other side answered. */
export function useTestChannel() {
  return useMutation({
    mutationFn: (channelId: string) =>
      send(
        api.POST("/api/v1/channels/{channel_id}/test", {
          params: { path: { channel_id: channelId } },
        }),
      ),
  });
}
