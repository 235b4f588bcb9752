import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { AddressesPanel } from "./addresses-panel";

const BASE = "https://easel.example/endpoints/parts";
const URLS = { predict_url: `${BASE}/predict`, v2_url: `${BASE}/v2`, easydl_url: "E" };

it("shows where a stream is opened, as long as the endpoint has an address", async () => {
  const { unmount } = await show(<AddressesPanel deployment={URLS} />);
  expect(screen.getByText("wss://easel.example/endpoints/parts/stream")).toBeVisible();
  unmount();
  await show(<AddressesPanel deployment={{ ...URLS, predict_url: null, v2_url: null }} />);
  expect(screen.getAllByText("none while it does not run")).toHaveLength(3);
});
