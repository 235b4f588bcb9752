import { useMutation } from "@tanstack/react-query";

import { offline, Problem, problemOf } from "@/api/problem";
import { bodyOf, headersOf, type Parts } from "@/components/inputs/request";

interface Response {
  /** As the endpoint sent it; its form depends on the task. */
  body: unknown;
  /** From asking to having the answer, the network included. */
  roundTripMs: number;
}

/** A key that was just made reaches the model server a moment later; so often is it tried again. */
const NUM_RETRIES = 5;
const RETRY_MS = 1_000;

function isKeyUnknown(error: Error): boolean {
  return error instanceof Problem && error.code === "token_invalid";
}

/** Call an endpoint itself, as a customer would, with a key. */
export function useCall(predictUrl: string) {
  return useMutation({
    retry: (count, error) => isKeyUnknown(error) && count < NUM_RETRIES,
    retryDelay: RETRY_MS,
    mutationFn: async ({ parts, secret }: { parts: Parts; secret: string }): Promise<Response> => {
      const request = bodyOf(parts);
      const startedAt = performance.now();
      const response = await fetch(predictUrl, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, ...headersOf(request) },
        body: request,
        credentials: "omit",
      }).catch((cause: unknown) => {
        throw offline(cause);
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw problemOf(response, body);
      return { body, roundTripMs: performance.now() - startedAt };
    },
  });
}
