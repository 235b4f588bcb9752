import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

export interface Credentials {
  email: string;
  password: string;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => send(api.POST("/api/v1/session", { body })),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });
}
