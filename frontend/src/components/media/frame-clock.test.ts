import { describe, expect, it } from "vitest";

import { evenClock, middleOf, unevenClock } from "./frame-clock";

describe("of frames that follow each other evenly", () => {
  it.each([23.976, 24, 25, 29.97, 30, 50, 59.94, 60])(
    "goes to every frame of a video and back at %d frames a second",
    (rate) => {
      const clock = evenClock(rate);
      for (let frame = 0; frame < 5000; frame += 7) {
        expect(clock.frameAt(middleOf(frame, clock))).toBe(frame);
      }
    },
  );

  it("takes times that a file rounded to milliseconds for those of their frame", () => {
    const clock = evenClock(30);
    for (let frame = 0; frame < 600; frame += 1) {
      expect(clock.frameAt(Math.floor((frame / 30) * 1000) / 1000)).toBe(frame);
    }
  });
});

describe("of frames at uneven times", () => {
  // Ten frames a second for a second, then thirty.
  const times = [
    ...Array.from({ length: 10 }, (_, frame) => frame * 100),
    ...Array.from({ length: 30 }, (_, frame) => 1000 + (frame * 1000) / 30),
  ];
  const clock = unevenClock(times, 2000);

  it("goes to every frame and back", () => {
    for (let frame = 0; frame < times.length; frame += 1) {
      expect(clock.frameAt(middleOf(frame, clock))).toBe(frame);
      expect(clock.frameAt(clock.beginOf(frame))).toBe(frame);
    }
  });

  it("shows what is between two times as the frame before", () => {
    expect(clock.frameAt(0.55)).toBe(5);
    expect(evenClock(20).frameAt(0.55)).toBe(11);
    expect(clock.frameAt(1.5)).toBe(25);
  });

  it("ends with its last frame", () => {
    expect(clock.lastOf(2)).toBe(39);
    expect(clock.frameAt(99)).toBe(39);
    expect(clock.beginOf(40)).toBeCloseTo(2, 1);
  });
});
