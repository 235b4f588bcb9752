import createClient, { type Middleware } from "openapi-fetch";

import { noteServerTime } from "./clock";
import type { paths } from "./generated/schema";
import { offline, problemOf, type Problem } from "./problem";
import { ask } from "./reachability";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

function cookie(name: string): string | undefined {
  return document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Headers that a browser session needs on a request that changes something. */
export function csrfHeaders(): Record<string, string> {
  const token = cookie("csrftoken");
  return token === undefined ? {} : { "X-CSRFToken": token };
}

const csrf: Middleware = {
  onRequest({ request }) {
    if (SAFE.has(request.method)) return;
    for (const [name, value] of Object.entries(csrfHeaders())) request.headers.set(name, value);
  },
};

/** The typed client; every path is that of docs/reference/http-api.md with `/api/v1` before it. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: ask,
});
api.use(csrf, {
  onResponse({ response }) {
    noteServerTime(response);
  },
});

interface ApiResponse {
  data?: unknown;
  error?: unknown;
  response: Response;
}

let loadTexts: () => Promise<unknown> = () => Promise.resolve();

/** Have refusals load and await the texts that tell them: otherwise codes would be seen first. */
export function refuseAfter(load: () => Promise<unknown>): void {
  loadTexts = load;
}

/** Return why there is no answer, once it can be told; in the server's words if texts are missing. */
async function refusal(problem: Problem): Promise<Problem> {
  await loadTexts().catch(() => undefined);
  return problem;
}

/**
 * Wait for an answer and return its body.
 *
 * @throws Problem when the server refused, or could not be reached (`offline`).
 */
export async function send<A extends ApiResponse>(
  request: Promise<A>,
): Promise<NonNullable<A["data"]>> {
  let answer: A;
  try {
    answer = await request;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw offline(cause);
  }
  if (!answer.response.ok) throw await refusal(problemOf(answer.response, answer.error));
  return answer.data as NonNullable<A["data"]>;
}
