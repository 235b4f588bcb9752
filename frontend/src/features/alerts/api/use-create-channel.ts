import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { ChannelCreate } from "../types";

/** Make a channel; the answer alone holds the secret that signs what a webhook gets. */
export function useCreateChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChannelCreate) => send(api.POST("/api/v1/channels", { body })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}
