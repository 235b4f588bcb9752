import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { ChannelCreate } from "../types";

/**
 * Make a channel, or change the one of an id, which stays with its projects; the answer alone holds
 * the secret that signs what a webhook gets.
 */
export function useSaveChannel(channelId: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ organisation_id, project_id, ...change }: ChannelCreate) =>
      send(
        channelId === undefined
          ? api.POST("/api/v1/channels", { body: { ...change, organisation_id, project_id } })
          : api.PATCH("/api/v1/channels/{channel_id}", {
              params: { path: { channel_id: channelId } },
              body: change,
            }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}
