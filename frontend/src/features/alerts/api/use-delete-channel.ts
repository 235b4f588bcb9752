import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Delete a channel and what waits for it. */
export function useDeleteChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (channelId: string) =>
      send(
        api.DELETE("/api/v1/channels/{channel_id}", {
          params: { path: { channel_id: channelId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}
