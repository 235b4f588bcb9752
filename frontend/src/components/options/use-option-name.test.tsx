import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { useOptionName } from "./use-option-name";

function Names() {
  const nameOf = useOptionName("image.classification");
  return ["image_size", "seed_words"].map((key) => <p key={key}>{nameOf(key)}</p>);
}

it("an option is called as in its form, with its unit; an unknown one by its key", async () => {
  const properties = { image_size: { type: "integer", group: "data", unit: "pixels" } };
  responding({
    "GET /api/v1/catalog": {
      body: { tasks: [{ key: "image.classification", options_schema: { properties } }] },
    },
  });
  await show(<Names />);
  expect(await screen.findByText("Image size (pixels)")).toBeInTheDocument();
  expect(screen.getByText("seed_words")).toBeInTheDocument();
});
