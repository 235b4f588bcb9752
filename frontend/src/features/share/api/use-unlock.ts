import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Exchange the password of a page for a pass. */
export function useUnlock(token: string) {
  return useMutation({
    mutationFn: (password: string) =>
      send(
        api.POST("/api/v1/share-links/{share_token}/unlock", {
          params: { path: { share_token: token } },
          body: { password },
        }),
      ),
  });
}
