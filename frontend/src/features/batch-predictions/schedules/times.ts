/** When something is begun: choices that people make, and the cron expression they stand for. */

export const REPEATS = ["hour", "day", "workday", "week", "month", "custom"] as const;
export type Repeat = (typeof REPEATS)[number];

export interface Times {
  repeat: Repeat;
  /** `HH:MM`; of an hourly schedule the minutes alone count. */
  at: string;
  /** As cron counts: 1 is Monday, 0 is Sunday. */
  weekday: number;
  /** At most 28, which every month has. */
  monthDay: number;
  /** What people type themselves. */
  cron: string;
  timeZone: string;
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

export function initialTimes(): Times {
  return {
    repeat: "day",
    at: "06:00",
    weekday: 1,
    monthDay: 1,
    cron: "0 6 * * *",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** The cron expression of the choices. */
export function cronOf({ repeat, at, weekday, monthDay, cron }: Times): string {
  const [hour, minute] = at.split(":").map(Number);
  switch (repeat) {
    case "hour":
      return `${minute} * * * *`;
    case "day":
      return `${minute} ${hour} * * *`;
    case "workday":
      return `${minute} ${hour} * * 1-5`;
    case "week":
      return `${minute} ${hour} * * ${weekday}`;
    case "month":
      return `${minute} ${hour} ${monthDay} * *`;
    case "custom":
      return cron;
  }
}

const NUMBER = /^\d{1,2}$/;

/** The choices that an expression stands for; `custom` where it stands for none of them. */
export function timesOf(cron: string, timeZone: string): Times {
  const times: Times = { ...initialTimes(), repeat: "custom", cron, timeZone };
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.split(" ");
  if (!NUMBER.test(minute) || month !== "*") return times;
  if (hour === "*" && day === "*" && weekday === "*") {
    return { ...times, repeat: "hour", at: `00:${minute.padStart(2, "0")}` };
  }
  if (!NUMBER.test(hour)) return times;
  const at = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (day === "*" && weekday === "*") return { ...times, repeat: "day", at };
  if (day === "*" && weekday === "1-5") return { ...times, repeat: "workday", at };
  if (day === "*" && /^[0-6]$/.test(weekday)) {
    return { ...times, repeat: "week", at, weekday: Number(weekday) };
  }
  if (weekday === "*" && NUMBER.test(day) && Number(day) <= MONTH_DAYS.length) {
    return { ...times, repeat: "month", at, monthDay: Number(day) };
  }
  return times;
}

/** A moment as clocks of a time zone show it. */
export function timeIn(moment: string, timeZone: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(moment));
}

/** The name of a day of the week, by its number in cron. */
export function weekdayName(weekday: number, language: string): string {
  // 4 January 1970 was a Sunday.
  const day = new Date(Date.UTC(1970, 0, 4 + weekday));
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(day);
}
