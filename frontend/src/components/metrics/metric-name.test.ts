import i18next from "i18next";
import { expect, it } from "vitest";

import { messages as english } from "@/i18n/en-pages";
import { messages as chinese } from "@/i18n/zh-CN-pages";

import { metricName } from "./metric-name";

const metrics = Object.keys(english.metrics ?? {});

it.each(["en", "zh-CN"])("names every metric in words and never by its key, in %s", async (lng) => {
  const texts = { en: { translation: english }, "zh-CN": { translation: chinese } };
  const i18n = i18next.createInstance();
  await i18n.init({ lng, resources: texts });
  const names = metrics.map((metric) => metricName(i18n.t, metric));
  expect(names.filter((name) => name.includes("_") || name.startsWith("metrics."))).toEqual([]);
  expect(metrics.filter((metric, index) => names[index] === metric)).toEqual([]);
  expect(new Set(names).size).toBe(metrics.length);
});

it("calls the metric of somebody's own script what the script calls it", async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: "en", resources: { en: { translation: english } } });
  expect(metricName(i18n.t, "my_reward")).toBe("my_reward");
});
