import i18next from "i18next";
import { expect, it } from "vitest";

import predictions from "@/i18n/en/predictions.json";

import { resultText } from "./result-text";

const TEXTS = { ...predictions, unknownProduct: "not known" };
const BOX = { left: 1, top: 2, width: 3, height: 4 };

it.each([
  ["a label", { name: "cat", score: 0.912 }, "cat (91.2%)"],
  ["an object", { name: "car", score: 0.5, location: BOX }, "car (50%)"],
  ["a product of no library", { name: "unknown", layer: 2, location: BOX }, "not known"],
  ["a label of that name", { name: "unknown", score: 0.5 }, "unknown (50%)"],
  ["a price tag", { name: "price_tag", words: "5.9", location: BOX }, "Price tag: 5.9"],
  ["a line of text", { words: "Total 12", score: 0.5, location: BOX }, "Total 12 (50%)"],
  ["a field of a form", { name: "sum", words: "12", score: 0.5, location: BOX }, "sum: 12 (50%)"],
  ["a span", { name: "PER", text: "Ada", start: 0, end: 3, score: 0.5 }, "PER: Ada (50%)"],
  [
    "a transcript",
    { text: "one two", start_seconds: 0, end_seconds: 1, score: 0.5 },
    "one two (50%)",
  ],
  [
    "an opinion",
    { name: "positive", text: "food", aspect: "food", polarity: "positive", start: 0, end: 4 },
    "food: positive",
  ],
  [
    "a relation",
    {
      name: "wrote",
      subject: { text: "Ada", start: 0, end: 3 },
      object: { text: "notes", start: 9, end: 14 },
      score: 1,
    },
    "Ada → wrote → notes",
  ],
  [
    "an image that is unusual",
    { name: "anomalous", score: 0.5, threshold: 0.4, is_anomalous: true, map: [[0]] },
    "Anomalous (50%)",
  ],
  [
    "a row of a table",
    { species: "setosa", probabilities: { setosa: 1 }, request: { a: 1 } },
    "species: setosa",
  ],
  ["a number of a row", { price: 12.5, unread: ["a"] }, "price: 12.5"],
  [
    "a forecast",
    { day: ["Mon", "Tue"], y: [1, 2, 3, 4], y_low: [0], y_high: [9] },
    "day: Mon, Tue; y: 1, 2, 3, …",
  ],
  [
    "a frame",
    {
      frame: 3,
      time_seconds: 0.4,
      objects: [{ name: "car", track_id: 7, score: 1, location: BOX }],
    },
    "400 ms: car 7",
  ],
  ["an empty frame", { frame: 4, time_seconds: 2, objects: [] }, "2 sec: –"],
])("%s in a few words", async (_, result, text) => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: "en", resources: { en: { translation: { predictions: TEXTS } } } });
  expect(resultText(i18n.t, result, "en")).toBe(text);
});
