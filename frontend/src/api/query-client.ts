import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { Problem } from "./problem";
import { SESSION_KEY } from "./session";

const MAX_RETRIES = 2;

/** Reads are retried when the server was away; a refusal is final. */
function retry(failures: number, error: unknown): boolean {
  const away = error instanceof Problem && (error.status === 0 || error.status >= 502);
  return away && failures < MAX_RETRIES;
}

/** Make the query cache; an answer that nobody is signed in ends the session everywhere. */
export function makeQueryClient(): QueryClient {
  const endSession = (error: unknown) => {
    if (error instanceof Problem && error.code === "not_authenticated") {
      void client.invalidateQueries({ queryKey: SESSION_KEY });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: { queries: { retry, staleTime: 10_000 }, mutations: { retry: false } },
  });
  return client;
}
