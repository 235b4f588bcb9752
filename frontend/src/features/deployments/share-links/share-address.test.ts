import { expect, it } from "vitest";

import { isOfThisMachine, shareAddress } from "./share-address";

it("stands at the site that is open", () => {
  expect(shareAddress("https://easel.example", "a.b")).toBe("https://easel.example/share/a.b");
});

it.each([
  ["http://localhost:8000", true],
  ["http://127.0.0.1:8000", true],
  ["http://[::1]:8000", true],
  ["http://192.168.1.20:8000", false],
  ["https://easel.example", false],
  ["https://localhost.example", false],
])("knows whether %s leads to this machine alone", (origin, expected) => {
  expect(isOfThisMachine(shareAddress(origin, "a.b"))).toBe(expected);
});
