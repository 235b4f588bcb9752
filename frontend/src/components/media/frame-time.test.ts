import { expect, it } from "vitest";

import { frameAt, middleOf } from "./frame-time";

it.each([23.976, 24, 25, 29.97, 30, 50, 59.94, 60])(
  "goes to every frame of a video and back at %d frames a second",
  (rate) => {
    for (let frame = 0; frame < 5000; frame += 7) {
      expect(frameAt(middleOf(frame, rate), rate)).toBe(frame);
    }
  },
);

it("takes times that a file rounded to milliseconds for those of their frame", () => {
  for (let frame = 0; frame < 600; frame += 1) {
    expect(frameAt(Math.floor((frame / 30) * 1000) / 1000, 30)).toBe(frame);
  }
});
