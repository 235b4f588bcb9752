import { afterEach, expect, it, vi } from "vitest";

import { noteServerTime, serverNow } from "./clock";

const at = (time: string) => new Response(null, { headers: { Date: time } });

afterEach(() => vi.useRealTimers());

it("goes by the server's clock where the browser's is wrong", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T10:00:00Z") });
  noteServerTime(at("Mon, 23 Nov 2026 10:05:00 GMT"));
  expect(serverNow()).toBe(Date.parse("2026-11-23T10:05:00Z"));
  noteServerTime(at("Mon, 23 Nov 2026 10:00:01 GMT"));
  expect(serverNow()).toBe(Date.parse("2026-11-23T10:00:00Z"));
  noteServerTime(new Response(null));
  expect(serverNow()).toBe(Date.parse("2026-11-23T10:00:00Z"));
});
