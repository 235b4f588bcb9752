/** Numbers, units and times in the reader's language, all through `Intl`. */

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Smaller and larger numbers are written with an exponent. */
const MOST_ZEROS = 1e-4;
const LEAST_EXPONENT = 1e12;

/** Set digits apart from the characters and units after them, as Chinese typography wants. */
function spaced(text: string, language = "zh"): string {
  const unit = language.startsWith("zh")
    ? /(\d)(?=[\p{Script=Han}a-z])/giu
    : /(\d)(?=\p{Script=Han})/gu;
  return text.replace(unit, "$1 ");
}

export function formatCount(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

/** 1 kB is 1000 bytes, as `Intl` and disk makers count. */
export function formatBytes(value: number, language: string): string {
  const magnitude = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
  const power = Math.min(magnitude, BYTE_UNITS.length - 1);
  const scaled = value / 1000 ** power;
  const written = new Intl.NumberFormat(language, {
    style: "unit",
    unit: BYTE_UNITS[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 0 || scaled >= 100 ? 0 : 1,
  }).format(scaled);
  return spaced(written, language);
}

export function formatPercent(value: number, language: string, digits = 1): string {
  return new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(value);
}

/** A price as it is written on a tag, which does not always say the currency. */
export function formatPrice(value: number, language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value);
}

/** Any number with as many digits as matter; those with many zeros have an exponent. */
export function formatNumber(value: number, language: string, digits = 6): string {
  const size = Math.abs(value);
  const isLong = size >= LEAST_EXPONENT || (size > 0 && size < MOST_ZEROS);
  return new Intl.NumberFormat(language, {
    maximumSignificantDigits: digits,
    notation: isLong ? "scientific" : "standard",
  }).format(value);
}

/** A metric between 0 and 1, with as many digits as can matter. */
export function formatMetric(value: number, language: string): string {
  return formatNumber(value, language, 4);
}

/** Milliseconds below a second, tenths of seconds below ten; then the two largest units. */
export function formatDuration(seconds: number, language: string): string {
  const unit = (value: number, name: string, digits = 0) =>
    spaced(
      new Intl.NumberFormat(language, {
        style: "unit",
        unit: name,
        // Narrow units of English stand at their numbers, and "m" is a metre, too.
        unitDisplay: language.startsWith("zh") ? "narrow" : "short",
        maximumFractionDigits: digits,
      }).format(value),
      language,
    );
  if (Math.round(seconds * 1000) < 1000) {
    return unit(seconds * 1000, "millisecond", seconds < 0.01 ? 1 : 0);
  }
  if (seconds < 10) return unit(seconds, "second", 1);
  const whole = Math.round(seconds);
  if (whole < MINUTE) return unit(whole, "second");
  const [large, small, size, part] =
    whole < HOUR
      ? (["minute", "second", MINUTE, 1] as const)
      : whole < DAY
        ? (["hour", "minute", HOUR, MINUTE] as const)
        : (["day", "hour", DAY, HOUR] as const);
  const rest = Math.floor((whole % size) / part);
  const first = unit(Math.floor(whole / size), large);
  return rest === 0 ? first : `${first} ${unit(rest, small)}`;
}

/** A date, a moment, or how long ago it was. */
export function formatTime(
  iso: string,
  language: string,
  style: "date" | "moment" | "ago",
  now: Date = new Date(),
): string {
  const time = new Date(iso);
  if (style === "date")
    return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
  if (style === "moment") {
    return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
      time,
    );
  }
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    spaced(words.format(value, unit));
  const age = Math.abs(seconds);
  if (age < MINUTE) return relative(0, "second");
  if (age < HOUR) return relative(Math.trunc(seconds / MINUTE), "minute");
  if (age < DAY) return relative(Math.trunc(seconds / HOUR), "hour");
  if (age < 30 * DAY) return relative(Math.trunc(seconds / DAY), "day");
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
}
