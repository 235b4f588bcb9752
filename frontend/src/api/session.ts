import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import type { Role, Session, UserChange } from "./types";

export const SESSION_KEY = ["session"] as const;

/** Who is signed in, and where they are members. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: () => send(api.GET("/api/v1/session")),
  staleTime: 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}

/** End the session and forget everything that was read in it. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(api.DELETE("/api/v1/session")),
    onSuccess: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      client.setQueryData<Session>(SESSION_KEY, (session) =>
        session === undefined ? undefined : { ...session, user: null, memberships: [] },
      );
    },
  });
}

/** Change one's own name, language or password. */
export function useUpdateMe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserChange) => send(api.PATCH("/api/v1/users/me", { body })),
    onSuccess: (user) => {
      client.setQueryData<Session>(SESSION_KEY, (session) => session && { ...session, user });
    },
  });
}

const RANKS: readonly Role[] = [
  "contributor",
  "viewer",
  "annotator",
  "developer",
  "admin",
  "owner",
];

/** Tell whether a role may do all that `minimum` may. */
export function atLeast(role: Role | undefined, minimum: Role): boolean {
  return role !== undefined && RANKS.indexOf(role) >= RANKS.indexOf(minimum);
}
