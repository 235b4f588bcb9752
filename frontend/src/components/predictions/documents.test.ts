import { expect, it } from "vitest";

import { readPrediction } from "./documents";

it("an endpoint's wrapper and a bare list are read alike", () => {
  const results = [{ name: "cat", score: 0.9 }];
  expect(readPrediction("labels", { log_id: 1, results })).toEqual(results);
  expect(readPrediction("labels", results)).toEqual(results);
});

it("what people said comes without scores", () => {
  expect(readPrediction("labels", ["cat", "dog"])).toEqual([{ name: "cat" }, { name: "dog" }]);
  expect(readPrediction("labels", "cat")).toEqual([{ name: "cat" }]);
  expect(readPrediction("transcript", "三七")).toEqual([{ text: "三七" }]);
  expect(readPrediction("boxes", null)).toEqual([]);
});

it("a prediction of another form is refused as a whole", () => {
  const good = { name: "bolt", location: { left: 1, top: 2, width: 3, height: 4 } };
  expect(readPrediction("boxes", [good])).toEqual([good]);
  expect(readPrediction("boxes", [good, { name: "nut", location: { left: 1 } }])).toBeNull();
  expect(readPrediction("spans", [{ name: "city", text: "Shenzhen" }])).toBeNull();
});

it("a forecast is columns, alone or as the one result", () => {
  const columns = { datetime: ["2015-09-09 15:35:00"], sales: [17.4] };
  expect(readPrediction("forecast", { results: columns })).toEqual(columns);
  expect(readPrediction("forecast", [columns])).toEqual(columns);
  expect(readPrediction("forecast", [columns, columns])).toBeNull();
});

it("opinions mix names of the whole text with spans of it", () => {
  const prediction = [
    { name: "positive", score: 0.9 },
    { name: "negative", start: 3, end: 5, score: 0.7 },
  ];
  expect(readPrediction("opinions", prediction)).toEqual(prediction);
});
