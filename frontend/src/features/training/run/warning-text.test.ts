import i18next from "i18next";
import { expect, it } from "vitest";

import { messages as english } from "@/i18n/en-pages";

import { warningText } from "./warning-text";

const warning = {
  code: "target_guessed",
  params: { column: "rings", columns: "sex, rings" },
  message: "What the engine said.",
};

async function inEnglish() {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: "en",
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
  });
  return i18n.t;
}

it("tells what was agreed to as what was done, and other warnings as they are", async () => {
  const t = await inEnglish();
  const agreed = warningText(t, warning, { options: { accepted: ["target_guessed"] } });
  expect(agreed).toBe(
    "Nobody chose “rings” as the target: it is the last column, as was agreed to.",
  );
  expect(warningText(t, warning, { options: {} })).toContain("would be predicted");
});

it("says one thing in the singular, whether its number is called count or num", async () => {
  const t = await inEnglish();
  const say = (code: string, params: object) =>
    warningText(t, { code, params: { ...params }, message: "" }, { options: {} });
  expect(say("columns_constant", { count: 1, columns: "id" })).toContain("1 column holds");
  expect(say("columns_constant", { count: 3, columns: "id" })).toContain("3 columns hold");
  expect(say("rows_of_totals", { num: 1, rows: "9" })).toContain("1 row at the end looks");
  expect(say("rows_of_totals", { num: 2, rows: "9" })).toContain("2 rows at the end look");
});

it("names a model in words", async () => {
  const t = await inEnglish();
  const taken = { code: "baseline_is_best", params: { backbone: "lightgbm" }, message: "" };
  expect(warningText(t, taken, { options: {} })).toContain("Boosted trees (LightGBM)");
});
