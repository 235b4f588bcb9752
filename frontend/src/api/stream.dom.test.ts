import { describe, expect, it, vi } from "vitest";

import { MOST_OPEN, TURN_MS } from "./stream-places";
import { follow, readEvents, type Connection, type StreamEvent } from "./stream";

function body(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

describe("readEvents", () => {
  it("puts an event together from pieces cut anywhere, inside a character too", async () => {
    const bytes = new TextEncoder().encode('id: 7\nevent: log\ndata: {"message":"你好"}\n\n');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect(await collect(stream)).toEqual([{ id: "7", kind: "log", data: { message: "你好" } }]);
  });

  it("passes over comments and joins several data lines", async () => {
    const events = await collect(body(": still here\n\n", "event: x\ndata: [1,\ndata: 2]\n\n"));
    expect(events).toEqual([{ id: "", kind: "x", data: [1, 2] }]);
  });
});

describe("follow", () => {
  const run = async (answers: (() => Promise<Response>)[]) => {
    const asked: (string | null)[] = [];
    const events: StreamEvent[] = [];
    const connections: Connection[] = [];
    const fetch = vi.fn((_url: RequestInfo | URL, init?: RequestInit) => {
      asked.push(new Headers(init?.headers).get("Last-Event-ID"));
      const answer = answers.shift();
      if (answer === undefined) throw new Error("asked once too often");
      return answer();
    });
    await follow("/stream", {
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
      onConnection: (connection) => connections.push(connection),
      isLast: ({ kind }) => kind === "end",
      fetch,
      firstDelayMs: 1,
    });
    return { asked, events: events.map(({ id }) => id), connections };
  };
  const ok =
    (...chunks: string[]) =>
    () =>
      Promise.resolve(new Response(body(...chunks)));
  const event = (id: number, kind = "log") => `id: ${id}\nevent: ${kind}\ndata: {}\n\n`;

  it("goes on after a break from the last event it has", async () => {
    const { asked, events } = await run([ok(event(1), event(2)), ok(event(3, "end"))]);
    expect(asked).toEqual([null, "2"]);
    expect(events).toEqual(["1", "2", "3"]);
  });

  it("does not lose its place when a proxy answers 502 or nothing answers", async () => {
    const { asked, connections } = await run([
      ok(event(5)),
      () => Promise.resolve(new Response("bad gateway", { status: 502 })),
      () => Promise.reject(new TypeError("connection refused")),
      ok(event(6, "end")),
    ]);
    expect(asked).toEqual([null, "5", "5", "5"]);
    expect(connections).toContain("waiting");
  });

  it("gives up when the job is not there for this person", async () => {
    const { events } = await run([() => Promise.resolve(new Response("", { status: 404 }))]);
    expect(events).toEqual([]);
  });

  it("keeps connections free on a page that follows many, and lets each have its turn", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const open = new Set<string>();
    const asked = new Set<string>();
    let most = 0;
    const endless = (url: RequestInfo | URL, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      const name = String(url as string);
      open.add(name);
      asked.add(name);
      most = Math.max(most, open.size);
      return new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener("abort", () => {
          open.delete(name);
          reject(new DOMException("It was given up.", "AbortError"));
        });
      });
    };
    const all = Array.from({ length: 9 }, (_, number) =>
      follow(`/${number}`, {
        signal: controller.signal,
        onEvent: () => undefined,
        onConnection: () => undefined,
        isLast: () => false,
        fetch: endless,
      }),
    );
    await vi.advanceTimersByTimeAsync(TURN_MS * 5);
    expect(most).toBe(MOST_OPEN);
    expect(asked.size).toBe(all.length);
    controller.abort();
    await Promise.all(all);
    vi.useRealTimers();
  });
});
