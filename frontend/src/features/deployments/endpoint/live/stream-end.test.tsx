import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { StreamEnd } from "./stream-end";

it("says why a stream ended in the words of the page, not in those of the server", async () => {
  const closing = { code: 1008, reason: "The API key is not known here." };
  await show(<StreamEnd closing={closing} />, { language: "zh-CN" });
  expect(screen.getByRole("alert")).toHaveTextContent("密钥已不能调用");
  expect(screen.getByRole("alert")).not.toHaveTextContent("API key");
});

it("passes on the reason of a code that it does not know", async () => {
  await show(<StreamEnd closing={{ code: 4000, reason: "A proxy ended it." }} />);
  expect(screen.getByRole("alert")).toHaveTextContent("A proxy ended it.");
});

it("says that the endpoint cannot be reached where nobody said anything", async () => {
  await show(<StreamEnd closing={{ code: 1006, reason: "" }} />);
  expect(screen.getByRole("alert")).toHaveTextContent("The endpoint cannot be reached");
});
