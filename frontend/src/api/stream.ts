import { takePlace } from "./stream-places";

/** One message of a server-sent event stream. */
export interface StreamEvent {
  /** The event's number; empty before the first numbered one. */
  id: string;
  kind: string;
  data: unknown;
}

export type Connection = "connecting" | "live" | "waiting";

interface FollowOptions {
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  onConnection: (connection: Connection) => void;
  /** Tell whether this was the stream's last event. */
  isLast: (event: StreamEvent) => boolean;
  /** Number of the last event that is known already; all are sent when it is left out. */
  after?: string;
  fetch?: typeof globalThis.fetch;
  firstDelayMs?: number;
}

const LONGEST_DELAY_MS = 15_000;

/**
 * Follow a stream to its last event, across breaks: after each the stream is asked, by
 * `Last-Event-ID`, for what came since. Where a page follows many, they take turns. Native EventSource gives up on a 502 and cannot share the
 * name `error` with our own events, so this reads the body itself.
 */
export async function follow(url: string, options: FollowOptions): Promise<void> {
  const { signal, onEvent, onConnection, isLast, firstDelayMs = 500 } = options;
  const request = options.fetch ?? globalThis.fetch.bind(globalThis);
  let lastId = options.after ?? "";
  let delay = firstDelayMs;
  while (!signal.aborted) {
    const place = await takePlace(signal);
    onConnection("connecting");
    try {
      const headers: HeadersInit = { Accept: "text/event-stream" };
      if (lastId !== "") headers["Last-Event-ID"] = lastId;
      const response = await request(url, {
        headers,
        signal: AbortSignal.any([signal, place.turn]),
        cache: "no-store",
      });
      if (response.status >= 400 && response.status < 500) return;
      if (response.ok && response.body !== null) {
        onConnection("live");
        for await (const event of readEvents(response.body)) {
          delay = firstDelayMs;
          if (event.id !== "") lastId = event.id;
          onEvent(event);
          if (isLast(event)) return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (place.turn.aborted) continue;
      if (!(error instanceof TypeError)) throw error;
    } finally {
      place.leave();
    }
    onConnection("waiting");
    await pause(delay, signal);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}

/** Parse a body into events, as the HTML standard's chapter on server-sent events says. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let id = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += decoder.decode(value, { stream: true });
      const blocks = buffer.split(/\r?\n\r?\n/);
      buffer = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = parseBlock(block);
        id = fields.id ?? id;
        if (fields.data !== undefined) {
          yield { id, kind: fields.event ?? "message", data: JSON.parse(fields.data) };
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): { id?: string; event?: string; data?: string } {
  const fields: { id?: string; event?: string; data?: string } = {};
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ""] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "id" || name === "event") fields[name] = value;
    if (name === "data")
      fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  }
  return fields;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener("online", finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}
