import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { SampleThumbnail } from "./sample-thumbnail";

it("shows the image of a sample", async () => {
  await show(<SampleThumbnail sampleId="1" alt="A sample" />);
  expect(screen.getByRole("img", { name: "A sample" })).toHaveAttribute(
    "src",
    "/api/v1/samples/1/image?size=160",
  );
});

it("shows a sign in place of the image that a text does not have", async () => {
  const { container } = await show(<SampleThumbnail sampleId="1" alt="A sample" />);
  fireEvent.error(screen.getByRole("img"));
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByRole("img", { name: "A sample" })).toBeVisible();
});
