import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";
import type { Language } from "@/i18n/language";

export interface NewUser {
  name: string;
  email: string;
  password: string;
  organisation_name?: string;
  invitation_token?: string;
}

/** Create a person, and remember the language they read while signing up. */
export function useSignUp(language: Language) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewUser) => {
      const session = await send(api.POST("/api/v1/users", { body }));
      const user = await send(api.PATCH("/api/v1/users/me", { body: { language } }));
      return { ...session, user };
    },
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });
}
