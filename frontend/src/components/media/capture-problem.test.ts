import { afterEach, expect, it, vi } from "vitest";

import { captureProblemOf, openDevice } from "./capture-problem";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["NotAllowedError", "refused"],
  ["NotFoundError", "absent"],
  ["NotReadableError", "busy"],
])("tells what %s means for who wants to record", (name, problem) => {
  expect(captureProblemOf(new DOMException("no", name))).toBe(problem);
});

it("says that a page without TLS sees no device at all", async () => {
  vi.stubGlobal("navigator", {});
  expect(await openDevice({ video: true })).toBe("insecure");
});
