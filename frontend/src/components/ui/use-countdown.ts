import { useState } from "react";

import { serverNow } from "@/api/clock";

import { jobTime, type JobTime } from "./job-time";
import { useNow } from "./use-now";

/** Count down from seconds that were just heard, until others are; nothing while none are known. */
export function useCountdown(seconds: number | null, heardWith: unknown): JobTime | undefined {
  const [heard, setHeard] = useState(() => ({ seconds, heardWith, at: serverNow() }));
  if (heard.seconds !== seconds || heard.heardWith !== heardWith) {
    setHeard({ seconds, heardWith, at: serverNow() });
  }
  const now = useNow(seconds !== null);
  if (seconds === null) return undefined;
  const at = new Date(heard.at).toISOString();
  return jobTime(
    { state: "running", eta_seconds: seconds, eta_at: at, phase_at: null, started_at: null },
    now,
  );
}
