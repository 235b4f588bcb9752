import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";
import type { NewPassword } from "@/api/types";

const PATH = "/api/v1/password-resets/{token}";

export function usePasswordReset(token: string) {
  return useQuery({
    queryKey: ["password-resets", token],
    queryFn: () => send(api.GET(PATH, { params: { path: { token } } })),
    retry: false,
  });
}

export function useChoosePassword(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPassword) => send(api.POST(PATH, { params: { path: { token } }, body })),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });
}
