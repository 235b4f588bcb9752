import i18next from "i18next";
import { expect, it } from "vitest";

import { messages as english } from "@/i18n/en";
import { messages as englishPages } from "@/i18n/en-pages";
import { messages as chinese } from "@/i18n/zh-CN";
import { messages as chinesePages } from "@/i18n/zh-CN-pages";

import { lineText } from "./line-text";

const run = { task: "image.classification", primary_metric: "accuracy", options: {} };
const texts = {
  en: { translation: { ...english, ...englishPages } },
  "zh-CN": { translation: { ...chinese, ...chinesePages } },
};

async function reader(language: "en" | "zh-CN", of = run) {
  const i18n = i18next.createInstance();
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: language, resources: texts, interpolation });
  const say = (kind: string, data: Record<string, unknown>) =>
    lineText(
      { number: 1, kind, time: "2026-11-23T10:00:00Z", data },
      { t: i18n.t, language, run: of, unit: "share" },
    );
  return say;
}

const trained = {
  code: "epochs_trained",
  params: { count: 3, seconds: 75, best_epoch: 2 },
  message: "Trained 3 epochs.",
};
const measured = {
  step: 9,
  epoch: 2,
  split: "validation",
  values: { loss: 0.51234, accuracy: 0.8 },
};

it("says lines of the engine in the reader's language, with numbers as it writes them", async () => {
  const english = await reader("en");
  expect(english("phase", { phase: "train" })).toBe("Training");
  expect(english("log", trained)).toBe("3 epochs trained in 1 min 15 sec; epoch 2 was the best.");
  expect(english("metric", measured)).toBe("Epoch 2: Accuracy 80% · Loss 0.5123");
  const chinese = await reader("zh-CN");
  expect(chinese("log", trained)).toContain("3 轮训练完成");
  expect(chinese("metric", measured)).toBe("第 2 轮：准确率 80% · 损失 0.5123");
});

it("writes a device as people do", async () => {
  const say = await reader("zh-CN");
  const params = { epochs: 2, steps: 3, batch_size: 4, learning_rate: 0.01, device: "cpu" };
  expect(say("log", { code: "training_planned", params, message: "" })).toContain("设备 CPU。");
});

it("shows a line that an earlier release wrote as it was written", async () => {
  const say = await reader("zh-CN");
  expect(say("log", { message: "Trained 3 epochs." })).toBe("Trained 3 epochs.");
  expect(say("log", { code: "of_a_later_release", params: {}, message: "New." })).toBe("New.");
});

it("leaves out numbers of candidates, of which words tell", async () => {
  const table = { ...run, task: "tabular.prediction", primary_metric: "explained" };
  const say = await reader("en", table);
  expect(say("metric", { ...measured, values: { loss: 1, best_loss: 1 } })).toBeUndefined();
});

it("names the models of a table in the reader's language", async () => {
  const tried = (name: string) => ({
    code: "candidate_tried",
    params: { name, loss: 0.25, rounds: 12 },
    message: `${name}: loss 0.25`,
  });
  const chinese = await reader("zh-CN");
  expect(chinese("log", tried("linear"))).toMatch(/^线性模型：/);
  expect(chinese("log", tried("lightgbm-3"))).toMatch(/^提升树（LightGBM） #3：/);
  const english = await reader("en");
  expect(english("log", tried("mlp-0"))).toMatch(/^Neural network \(MLP\) #0: /);
});
