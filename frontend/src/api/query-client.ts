import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { Problem } from "./problem";
import { noteServer } from "./reachability";
import { isAwayError } from "./reconnecting";
import { SESSION_KEY } from "./session";

const MAX_RETRIES = 2;

/** Reads are retried when the server was away; a refusal is final. */
function retry(failures: number, error: unknown): boolean {
  return isAwayError(error) && failures < MAX_RETRIES;
}

/**
 * Make the query cache. That nobody is signed in ends the session everywhere; that the database is
 * away is noted, so that what failed is read again when it is back.
 */
export function makeQueryClient(): QueryClient {
  const refused = (error: unknown) => {
    if (!(error instanceof Problem)) return;
    if (error.code === "not_authenticated") {
      void client.invalidateQueries({ queryKey: SESSION_KEY });
    }
    if (error.code === "database_unavailable") noteServer(true);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: refused }),
    mutationCache: new MutationCache({ onError: refused }),
    defaultOptions: { queries: { retry, staleTime: 10_000 }, mutations: { retry: false } },
  });
  return client;
}
