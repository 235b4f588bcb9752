import { describe, expect, it } from "vitest";

import { Speedometer } from "./progress";

describe("upload speed", () => {
  it("says nothing before anything is done", () => {
    const speed = new Speedometer();
    speed.note(0, 0);
    expect(speed.perSecond()).toBeNull();
    expect(speed.secondsLeft(10)).toBeNull();
  });

  it("looks at the last quarter minute only", () => {
    const speed = new Speedometer();
    speed.note(0, 0);
    speed.note(60_000, 10);
    speed.note(62_000, 50);
    expect(speed.perSecond()).toBe(20);
    expect(speed.secondsLeft(100)).toBe(5);
  });
});
