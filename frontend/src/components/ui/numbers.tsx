import { useTranslation } from "react-i18next";

import { formatBytes, formatCount, formatDuration, formatPercent, formatTime } from "@/i18n/format";

/** A count with its thousands set apart. */
export function Count({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <>{formatCount(value, i18n.language)}</>;
}

/** A size of files or memory. */
export function Bytes({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <>{formatBytes(value, i18n.language)}</>;
}

/** A length of time in its largest two units. */
export function Duration({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation();
  return <>{formatDuration(seconds, i18n.language)}</>;
}

/** A share between 0 and 1 as a percentage. */
export function Percent({ value, digits = 1 }: { value: number; digits?: number }) {
  const { i18n } = useTranslation();
  return <>{formatPercent(value, i18n.language, digits)}</>;
}

interface TimeProps {
  /** ISO 8601. */
  value: string;
  style?: "date" | "moment" | "ago";
}

/** A moment; hovering shows it in full. */
export function Time({ value, style = "ago" }: TimeProps) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={value} title={formatTime(value, i18n.language, "moment")}>
      {formatTime(value, i18n.language, style)}
    </time>
  );
}
