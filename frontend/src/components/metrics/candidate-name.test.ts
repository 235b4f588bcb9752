import i18next from "i18next";
import { expect, it } from "vitest";

import { messages as english } from "@/i18n/en-pages";
import { messages as chinese } from "@/i18n/zh-CN-pages";

import { candidateName } from "./candidate-name";

it.each([
  ["en", "lightgbm-2", "Boosted trees (LightGBM) #2"],
  ["en", "linear-56-mean-0.1", "Linear model of 56 steps, from their mean, penalty 0.1"],
  [
    "en",
    "linear-own-28-last-1",
    "Linear models by column, of 28 steps, from the last one, penalty 1",
  ],
  ["zh-CN", "linear-56-last-10-log", "线性模型（56 步，相对最后一步，正则 10）（取对数）"],
])("names in %s what a run tries, such as %s", async (lng, key, name) => {
  const texts = { en: { translation: english }, "zh-CN": { translation: chinese } };
  const i18n = i18next.createInstance();
  await i18n.init({ lng, resources: texts, interpolation: { escapeValue: false } });
  expect(candidateName(i18n.t, key)).toBe(name);
});
