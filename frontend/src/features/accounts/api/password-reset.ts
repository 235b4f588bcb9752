import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

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
    mutationFn: (password: string) =>
      send(api.POST(PATH, { params: { path: { token } }, body: { password } })),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });
}
