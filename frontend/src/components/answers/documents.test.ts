import { expect, it } from "vitest";

import { readAnswer } from "./documents";

it("an endpoint's wrapper and a bare list are read alike", () => {
  const results = [{ name: "cat", score: 0.9 }];
  expect(readAnswer("labels", { log_id: 1, results })).toEqual(results);
  expect(readAnswer("labels", results)).toEqual(results);
});

it("what people said comes without scores", () => {
  expect(readAnswer("labels", ["cat", "dog"])).toEqual([{ name: "cat" }, { name: "dog" }]);
  expect(readAnswer("labels", "cat")).toEqual([{ name: "cat" }]);
  expect(readAnswer("transcript", "三七")).toEqual([{ text: "三七" }]);
  expect(readAnswer("boxes", null)).toEqual([]);
});

it("an answer of another form is refused as a whole", () => {
  const good = { name: "bolt", location: { left: 1, top: 2, width: 3, height: 4 } };
  expect(readAnswer("boxes", [good])).toEqual([good]);
  expect(readAnswer("boxes", [good, { name: "nut", location: { left: 1 } }])).toBeNull();
  expect(readAnswer("spans", [{ name: "city", text: "Shenzhen" }])).toBeNull();
});

it("a forecast is columns, alone or as the one result", () => {
  const columns = { datetime: ["2015-09-09 15:35:00"], sales: [17.4] };
  expect(readAnswer("forecast", { results: columns })).toEqual(columns);
  expect(readAnswer("forecast", [columns])).toEqual(columns);
  expect(readAnswer("forecast", [columns, columns])).toBeNull();
});

it("opinions mix names of the whole text with spans of it", () => {
  const answer = [
    { name: "positive", score: 0.9 },
    { name: "negative", start: 3, end: 5, score: 0.7 },
  ];
  expect(readAnswer("opinions", answer)).toEqual(answer);
});
