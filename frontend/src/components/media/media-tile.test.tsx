import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import type { Drawn } from "./drawn-layer";
import { MediaTile } from "./media-tile";

const DRAWN: Drawn = {
  color: "#d55e00",
  outlines: "M10 20h30v40h-30z",
  points: "M12 22h0",
  spans: [],
};
const IMAGE = { media: "image", name: "a.png", url: "/a.png", width: 640, height: 480 } as const;

it("draws what was annotated over an image that is shown whole", async () => {
  const { container } = await show(<MediaTile source={IMAGE} drawn={[DRAWN]} isWhole />);
  expect(container.querySelector("svg")).toHaveAttribute("viewBox", "0 0 640 480");
  expect(container.querySelectorAll(`path[d="${DRAWN.outlines}"]`)).toHaveLength(2);
  expect(container.querySelectorAll(`path[d="${DRAWN.points}"]`)).toHaveLength(2);
  expect(screen.getByRole("img", { name: "a.png" })).toHaveStyle({ objectFit: "contain" });
});

it("draws nothing over images that are cut to their tile", async () => {
  const { container } = await show(<MediaTile source={IMAGE} drawn={[DRAWN]} />);
  expect(container.querySelector("svg")).toBeNull();
});

it("places stretches of a recording on its wave", async () => {
  const source = {
    media: "audio",
    name: "a.wav",
    thumbnail: "/a.webp",
    durationSeconds: 2,
  } as const;
  const drawn = { ...DRAWN, outlines: "M500 0h1000v1h-1000z", points: "" };
  const { container } = await show(<MediaTile source={source} drawn={[drawn]} isWhole />);
  expect(container.querySelector("svg > g")).toHaveAttribute("transform", "scale(0.32 160)");
});

it("marks the regions of a text whose first lines are all there is", async () => {
  const source = {
    media: "text",
    name: "a.txt",
    excerpt: "Ada met 贝贝 in Paris",
    isExcerptWhole: true,
  } as const;
  const spans = [
    [0, 3],
    [8, 10],
  ];
  const { container } = await show(
    <MediaTile source={source} drawn={[{ ...DRAWN, outlines: "", points: "", spans }]} />,
  );
  const marked = [...container.querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marked).toEqual(["Ada", "贝贝"]);
});

it.each([
  ["text", { excerpt: "Ada met 贝贝" }, "a: Ada met 贝贝"],
  ["table", { excerpt: "alcohol 13.1" }, "a: alcohol 13.1"],
  ["audio", { durationSeconds: 2 }, "a: 0:02.0"],
] as const)("names the button around it by all that it shows: %s", async (media, rest, name) => {
  await show(
    <button type="button">
      <MediaTile source={{ media, name: "a:", ...rest }} />
    </button>,
  );
  expect(screen.getByRole("button", { name })).toBeVisible();
});

it("keeps the name of an image that cannot be shown", async () => {
  await show(
    <button type="button">
      <MediaTile source={IMAGE} />
    </button>,
  );
  fireEvent.error(screen.getByRole("img"));
  const name = /^a\.png ./;
  expect(screen.getByRole("button", { name })).toBeVisible();
});
