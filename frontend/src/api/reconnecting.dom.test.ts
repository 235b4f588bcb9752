import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { responding } from "@/test/server";

import { api, send } from "./client";
import { makeQueryClient } from "./query-client";
import { isServerAway, noteServer } from "./reachability";
import { reconnect } from "./reconnecting";

const HERE = { body: { name: "ok" } };
const gone = () => Promise.reject(new TypeError("Failed to fetch"));
const badGateway = { status: 502, headers: { "Content-Type": "text/html" } };

describe("reconnecting", () => {
  const client = makeQueryClient();
  let stop: () => void;
  beforeEach(() => {
    // The files of a process share what is known of the server.
    noteServer(false);
    vi.useFakeTimers();
    stop = reconnect(client);
  });
  afterEach(() => {
    stop();
    client.clear();
    noteServer(false);
    vi.useRealTimers();
  });

  /** Show what a page reads; return what it has at each moment. */
  function read() {
    const observer = new QueryObserver(client, {
      queryKey: ["catalog"],
      queryFn: () => send(api.GET("/api/v1/catalog")),
      retry: false,
    });
    const leave = observer.subscribe(() => undefined);
    return { now: () => observer.getCurrentResult(), leave };
  }

  it("reads again what could not be read once the server is back, unasked", async () => {
    responding({ "GET /api/v1/catalog": gone, "GET /api/v1/health": gone });
    const page = read();
    await vi.advanceTimersByTimeAsync(100);
    expect(page.now().isError).toBe(true);
    expect(isServerAway()).toBe(true);

    responding({ "GET /api/v1/catalog": HERE, "GET /api/v1/health": HERE });
    await vi.advanceTimersByTimeAsync(16_000);
    expect(isServerAway()).toBe(false);
    expect(page.now().data).toEqual(HERE.body);
    page.leave();
  });

  it("looks also for a server that was away before", async () => {
    noteServer(true);
    stop();
    stop = reconnect(client);
    responding({ "GET /api/v1/health": HERE });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isServerAway()).toBe(false);
  });

  it("asks at once when the network comes back", async () => {
    responding({ "GET /api/v1/catalog": badGateway, "GET /api/v1/health": badGateway });
    const page = read();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(isServerAway()).toBe(true);

    responding({ "GET /api/v1/catalog": HERE, "GET /api/v1/health": HERE });
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(10);
    expect(page.now().data).toEqual(HERE.body);
    page.leave();
  });

  it("asks ever more seldom, and never faster than every second", async () => {
    const made = responding({ "GET /api/v1/catalog": gone, "GET /api/v1/health": gone });
    const page = read();
    await vi.advanceTimersByTimeAsync(61_000);
    const asked = made.filter(({ url }) => url.endsWith("/health")).length;
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(9);
    page.leave();
  });

  it("takes a refusal for an answer: it is final, and nobody is asked again", async () => {
    const made = responding({ "GET /api/v1/catalog": { status: 403, body: { code: "x" } } });
    const page = read();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isServerAway()).toBe(false);
    expect(made).toHaveLength(1);
    page.leave();
  });

  it("waits for the database too", async () => {
    const refused = {
      status: 503,
      body: { code: "database_unavailable", detail: "", params: {}, errors: [] },
    };
    responding({ "GET /api/v1/catalog": refused, "GET /api/v1/health": { status: 503, body: {} } });
    const page = read();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isServerAway()).toBe(true);
    responding({ "GET /api/v1/catalog": HERE, "GET /api/v1/health": HERE });
    await vi.advanceTimersByTimeAsync(16_000);
    expect(page.now().data).toEqual(HERE.body);
    page.leave();
  });
});
