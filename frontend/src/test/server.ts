import { vi } from "vitest";

/** `text` is sent as it is, such as a stream of events; `body` as JSON. */
type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> };
type Handler = Reply | ((request: Request) => Reply | Promise<Reply>);

/**
 * Answer requests by "METHOD /path" (the query is ignored) and return those that were made.
 * The network is the one thing here that we do not own.
 */
export function responding(handlers: Record<string, Handler>): Request[] {
  const made: Request[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    made.push(request.clone());
    const handler = handlers[`${request.method} ${new URL(request.url).pathname}`];
    if (handler === undefined)
      throw new TypeError(`No answer for ${request.method} ${request.url}`);
    const reply = typeof handler === "function" ? await handler(request) : handler;
    const { status = 200, body, text, headers } = reply;
    return new Response(text ?? (body === undefined ? null : JSON.stringify(body)), {
      status,
      headers: { "Content-Type": "application/json", ...headers },
    });
  });
  return made;
}

/** A problem+json body. */
export function problem(code: string, rest: Record<string, unknown> = {}) {
  return {
    type: "about:blank",
    code,
    detail: `detail of ${code}`,
    params: {},
    errors: [],
    ...rest,
  };
}
