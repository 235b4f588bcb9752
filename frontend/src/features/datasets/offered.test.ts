import { expect, it } from "vitest";

import { isCleaned, isMapped } from "./offered";

it("offers maps and cleaning for the media that have them", () => {
  expect((["image", "text", "audio", "text_pair"] as const).every(isMapped)).toBe(true);
  expect((["image", "text", "audio"] as const).every(isCleaned)).toBe(true);
  expect((["video", "table"] as const).some((media) => isMapped(media) || isCleaned(media))).toBe(
    false,
  );
});
