import { useTranslation } from "react-i18next";

import { timesOf, weekdayName } from "./times";

/** When something is begun, in words; an expression that no words are for is shown as it is. */
export function TimesText({ cron, timeZone }: { cron: string; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const { repeat, at, weekday, monthDay } = timesOf(cron, timeZone);
  return (
    <>
      {repeat === "custom" ? (
        <code>{cron}</code>
      ) : (
        t(`schedules.words.${repeat}`, {
          at,
          minute: at.slice(3),
          weekday: weekdayName(weekday, i18n.language),
          monthDay,
        })
      )}{" "}
      ({timeZone})
    </>
  );
}
