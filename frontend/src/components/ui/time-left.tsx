import { useState } from "react";
import { useTranslation } from "react-i18next";

import { serverNow } from "@/api/clock";
import { formatDuration } from "@/i18n/format";

import { jobTime } from "./job-time";
import { useNow } from "./use-now";

interface TimeLeftProps {
  seconds: number;
  /** Changes when the seconds were told anew, though they may be as many. */
  heardWith: unknown;
}

/** Seconds that are left from when they were told, counted down. */
export function TimeLeft({ seconds, heardWith }: TimeLeftProps) {
  const { t, i18n } = useTranslation();
  const [heard, setHeard] = useState(() => ({ seconds, heardWith, at: serverNow() }));
  const now = useNow(true);
  if (heard.seconds !== seconds || heard.heardWith !== heardWith) {
    setHeard({ seconds, heardWith, at: now });
  }
  const at = new Date(heard.at).toISOString();
  const time = jobTime(
    { state: "running", eta_seconds: seconds, eta_at: at, phase_at: null, started_at: null },
    now,
  );
  if (time === undefined) return null;
  const length = formatDuration(time.seconds, i18n.language);
  return <>{t(`ui.job.time.${time.kind}`, { time: length })}</>;
}
