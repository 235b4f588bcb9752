import { describe, expect, it } from "vitest";

import { formatBytes, formatDuration, formatNumber, formatPercent, formatTime } from "./format";

describe("formatBytes", () => {
  it("takes the unit that leaves a short number", () => {
    expect(formatBytes(0, "en")).toBe("0 bytes");
    expect(formatBytes(999, "en")).toBe("999 bytes");
    expect(formatBytes(1_500, "en")).toBe("1.5 kB");
    expect(formatBytes(345_678_901, "en")).toBe("346 MB");
    expect(formatBytes(7.2e15, "en")).toBe("7,200 TB");
  });
});

describe("formatDuration", () => {
  it("shows the two largest units", () => {
    expect(formatDuration(0.0042, "en")).toBe("4.2 ms");
    expect(formatDuration(45, "en")).toBe("45 sec");
    expect(formatDuration(95, "en")).toBe("1 min 35 sec");
    expect(formatDuration(3600, "en")).toBe("1 hr");
    expect(formatDuration(90_000, "en")).toBe("1 day 1 hr");
  });

  it("shows tenths of a few seconds", () => {
    expect(formatDuration(1.3, "en")).toBe("1.3 sec");
    expect(formatDuration(2, "en")).toBe("2 sec");
    expect(formatDuration(9.97, "en")).toBe("10 sec");
    expect(formatDuration(10.4, "en")).toBe("10 sec");
  });

  it("never says a thousand milliseconds", () => {
    expect(formatDuration(0.9991, "en")).toBe("999 ms");
    expect(formatDuration(0.9996, "en")).toBe("1 sec");
  });

  it("never says sixty seconds", () => {
    expect(formatDuration(59.7, "en")).toBe("1 min");
  });

  it("sets digits apart from Chinese characters", () => {
    expect(formatDuration(95, "zh-CN")).toBe("1 分钟 35 秒");
    expect(formatDuration(0.42, "zh-CN")).toMatch(/^420 (ms|毫秒)$/);
    expect(formatBytes(479, "zh-CN")).toBe("479 字节");
    expect(formatBytes(797_000, "zh-CN")).toBe("797 kB");
  });
});

describe("formatNumber", () => {
  it("writes numbers of many zeros with an exponent and others without", () => {
    expect(formatNumber(0.000000000003083, "en")).toBe("3.083E-12");
    expect(formatNumber(3.97e-8, "zh-CN", 2)).toBe("4E-8");
    expect(formatNumber(0.00123456789, "en")).toBe("0.00123457");
    expect(formatNumber(0, "en")).toBe("0");
    expect(formatNumber(123456, "en")).toBe("123,456");
    expect(formatNumber(-2e15, "en")).toBe("-2E15");
  });
});

describe("formatPercent", () => {
  it("keeps the digits that were asked for", () => {
    expect(formatPercent(0.98765, "en")).toBe("98.8%");
    expect(formatPercent(0.98765, "en", 2)).toBe("98.77%");
  });
});

describe("formatTime", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const ago = (iso: string, language: string) => formatTime(iso, language, "ago", now);

  it("says how long ago something was", () => {
    expect(ago("2026-11-20T11:59:50Z", "en")).toBe("now");
    expect(ago("2026-11-20T11:57:00Z", "en")).toBe("3 minutes ago");
    expect(ago("2026-11-19T11:00:00Z", "en")).toBe("yesterday");
    expect(ago("2026-11-20T11:57:00Z", "zh-CN")).toBe("3 分钟前");
  });

  it("names the day of what is long past", () => {
    expect(ago("2026-01-02T12:00:00Z", "en")).toBe("Jan 2, 2026");
  });
});
