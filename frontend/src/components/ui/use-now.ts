import { useEffect, useState } from "react";

import { serverNow } from "@/api/clock";

const TICK_MS = 1000;

/** The time by the server's clock, each second while it matters. */
export function useNow(matters: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!matters) return;
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [matters]);
  return now;
}
