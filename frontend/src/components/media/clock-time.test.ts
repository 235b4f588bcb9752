import { expect, it } from "vitest";

import { clockTime } from "./clock-time";

it("a player's time carries over into minutes", () => {
  expect(clockTime(0)).toBe("0:00.0");
  expect(clockTime(65.25)).toBe("1:05.3");
  expect(clockTime(59.96)).toBe("1:00.0");
  expect(clockTime(3600)).toBe("60:00.0");
});
