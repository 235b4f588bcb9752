import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Have a webhook signed with another secret, which the answer alone holds. */
export function useRotateSecret() {
  return useMutation({
    mutationFn: (channelId: string) =>
      send(
        api.POST("/api/v1/channels/{channel_id}/secret", {
          params: { path: { channel_id: channelId } },
        }),
      ),
  });
}
