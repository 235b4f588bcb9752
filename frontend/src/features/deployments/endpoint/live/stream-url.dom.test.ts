import { expect, test } from "vitest";

import { streamUrl } from "./stream-url";

test("a stream is beside the address of calls, as safe as that, with the key", () => {
  expect(streamUrl("https://easel.example/endpoints/parts/predict", "ek_a+b")).toBe(
    "wss://easel.example/endpoints/parts/stream?access_token=ek_a%2Bb",
  );
  expect(
    streamUrl("http://10.0.0.1:9000/endpoints/predict/predict", "k", { sample_rate: "16000" }),
  ).toBe("ws://10.0.0.1:9000/endpoints/predict/stream?sample_rate=16000&access_token=k");
});
