import { expect, it } from "vitest";

import { bodyOf, headersOf } from "./request";

it("a file travels in a form with its other parts", () => {
  const image = new File(["x"], "a.png");
  const body = bodyOf({ image, text: "红色的鞋", data: { top: 1 } });
  if (typeof body === "string") throw new Error("A file cannot travel in JSON.");
  expect(body.get("image")).toBeInstanceOf(File);
  expect(body.get("text")).toBe("红色的鞋");
  expect(body.get("data")).toBe('{"top":1}');
  expect(headersOf(body)).toEqual({});
});

it("values alone travel as JSON", () => {
  const body = bodyOf({ text1: "a", text2: "b" });
  expect(body).toBe('{"text1":"a","text2":"b"}');
  expect(headersOf(body)).toEqual({ "Content-Type": "application/json" });
});
