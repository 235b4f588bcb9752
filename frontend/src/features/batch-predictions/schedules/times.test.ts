import { expect, it } from "vitest";

import { cronOf, initialTimes, REPEATS, timeIn, timesOf, weekdayName } from "./times";

it.each(REPEATS)("choices of every %s are found again in their expression", (repeat) => {
  const times = { ...initialTimes(), repeat, at: repeat === "hour" ? "00:05" : "17:05" };
  const chosen = { ...times, weekday: 0, monthDay: 28, cron: "5 17 1 */3 *" };
  const found = timesOf(cronOf(chosen), "UTC");
  expect(found.repeat).toBe(repeat);
  expect(cronOf(found)).toBe(cronOf(chosen));
});

it.each(["*/5 * * * *", "0 6 31 * *", "0 6 1 * 1", "0 6 * 1 *", "0 6-8 * * *", "0 6 * * 7"])(
  "%s is written out, as no choice means it",
  (cron) => expect(timesOf(cron, "UTC").repeat).toBe("custom"),
);

it("moments are shown by the clocks of the time zone", () => {
  expect(timeIn("2026-03-02T22:30:00Z", "Asia/Shanghai", "en")).toContain("06:30");
  expect(timeIn("2026-03-02T00:00:00Z", "UTC", "zh-CN")).toContain("00:00");
});

it("days of the week have the names that cron's numbers mean", () => {
  expect([1, 0].map((day) => weekdayName(day, "en"))).toEqual(["Monday", "Sunday"]);
  expect(weekdayName(6, "zh-CN")).toBe("星期六");
});
