import { Form, Input, Select } from "antd";
import { useTranslation } from "react-i18next";

import { useSettled } from "@/components/ui/use-settled";
import { problemText } from "@/i18n/problem-text";

import styles from "../components/batches.module.css";
import { cronOf, MONTH_DAYS, REPEATS, timeIn, WEEKDAYS, weekdayName, type Times } from "./times";
import { useScheduleTimes } from "./use-schedules";

interface Props {
  times: Times;
  onChange: (part: Partial<Times>) => void;
}

/** How often and when, with the next three times. */
export function TimesChoice({ times, onChange }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Form.Item label={t("schedules.repeat.label")} htmlFor="schedule-repeat">
        <Select
          id="schedule-repeat"
          value={times.repeat}
          onChange={(repeat: Times["repeat"]) =>
            onChange(repeat === "custom" ? { repeat, cron: cronOf(times) } : { repeat })
          }
          options={REPEATS.map((value) => ({ value, label: t(`schedules.repeat.${value}`) }))}
        />
      </Form.Item>
      {times.repeat === "week" && (
        <Form.Item label={t("schedules.weekday")} htmlFor="schedule-weekday">
          <Select
            id="schedule-weekday"
            value={times.weekday}
            onChange={(weekday: number) => onChange({ weekday })}
            options={WEEKDAYS.map((value) => ({
              value,
              label: weekdayName(value, i18n.language),
            }))}
          />
        </Form.Item>
      )}
      {times.repeat === "month" && (
        <Form.Item label={t("schedules.monthDay")} htmlFor="schedule-month-day">
          <Select
            id="schedule-month-day"
            value={times.monthDay}
            onChange={(monthDay: number) => onChange({ monthDay })}
            options={MONTH_DAYS.map((value) => ({ value, label: String(value) }))}
          />
        </Form.Item>
      )}
      {times.repeat === "custom" ? (
        <Form.Item
          label={t("schedules.cron")}
          htmlFor="schedule-cron"
          extra={t("schedules.cronHelp")}
        >
          <Input
            id="schedule-cron"
            value={times.cron}
            maxLength={100}
            onChange={({ target }) => onChange({ cron: target.value })}
          />
        </Form.Item>
      ) : (
        <Form.Item
          label={t(times.repeat === "hour" ? "schedules.minute" : "schedules.at")}
          htmlFor="schedule-at"
        >
          <Input
            id="schedule-at"
            type="time"
            value={times.at}
            onChange={({ target }) => target.value !== "" && onChange({ at: target.value })}
          />
        </Form.Item>
      )}
      <Form.Item label={t("schedules.timeZone")} htmlFor="schedule-time-zone">
        <Select
          id="schedule-time-zone"
          showSearch
          value={times.timeZone}
          onChange={(timeZone: string) => onChange({ timeZone })}
          options={timeZones(times.timeZone).map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <NextTimes times={times} />
    </>
  );
}

function NextTimes({ times }: { times: Times }) {
  const { t, i18n } = useTranslation();
  const cron = useSettled(cronOf(times));
  const next = useScheduleTimes(cron, times.timeZone);
  const shown = next.isError
    ? problemText(t, next.error)
    : (next.data?.next_times ?? [])
        .map((one) => timeIn(one, times.timeZone, i18n.language))
        .join(" · ");
  return (
    <p className={styles.times} role="status" data-wrong={next.isError || undefined}>
      {next.isError ? shown : t("schedules.next", { times: shown })}
    </p>
  );
}

/** All time zones that the browser knows, and the one that is chosen. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return known.includes(chosen) ? known : [chosen, ...known];
}
