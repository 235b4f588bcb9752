import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Have a link to choose a password sent to an address, if anybody has it. */
export function useAskPasswordLink() {
  return useMutation({
    mutationFn: (email: string) => send(api.POST("/api/v1/password-resets", { body: { email } })),
  });
}
