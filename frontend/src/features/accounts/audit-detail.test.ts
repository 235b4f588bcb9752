import i18next from "i18next";
import { expect, it } from "vitest";

import { messages as first } from "@/i18n/zh-CN";
import { messages as pages } from "@/i18n/zh-CN-pages";

import { auditDetails } from "./audit-detail";

it("says what an action was done with in words, and leaves the names that people gave", async () => {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: "zh-CN",
    resources: { "zh-CN": { translation: { ...first, ...pages } } },
  });
  const details = {
    name: "num_added",
    task: "image.classification",
    role: "owner",
    num_rejected: 2,
    source: "dataset",
    note: "",
  };
  expect(auditDetails(i18n.t, details)).toBe(
    "名称：num_added，任务：图片分类，角色：所有者，未接收：2，来源：数据集",
  );
});
