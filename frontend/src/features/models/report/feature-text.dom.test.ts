import { expect, it } from "vitest";

import { startLanguage } from "@/i18n/language";

import { featureText } from "./feature-text";

it("names the parts of times in the reader's language, and leaves columns as they are", async () => {
  const { t } = await startLanguage("zh-CN");
  expect(featureText(t, "生产时间 · weekday")).toBe("生产时间 · 星期");
  expect(featureText(t, "生产时间 · hour = 15")).toBe("生产时间 · 时 = 15");
  expect(featureText(t, "长度 · 宽度 = 3")).toBe("长度 · 宽度 = 3");
  expect(featureText(t, "weekday")).toBe("weekday");
});
