import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { useJobStream } from "@/api/job-stream";
import type { StreamEvent } from "@/api/stream";

import type { TrainingRun } from "../types";
import { NOTHING_HEARD, withEvents } from "./live";

const REDRAW_MS = 1000;

/** Follow a run; events are gathered, so that a flood of them redraws once a second. */
export function useLiveRun(run: TrainingRun) {
  const client = useQueryClient();
  const waiting = useRef<StreamEvent[]>([]);
  const [live, setLive] = useState(NOTHING_HEARD);

  useEffect(() => {
    const timer = setInterval(() => {
      if (waiting.current.length === 0) return;
      const events = waiting.current;
      waiting.current = [];
      setLive((old) => withEvents(old, events));
    }, REDRAW_MS);
    return () => clearInterval(timer);
  }, []);

  const { job, connection } = useJobStream(run.job, {
    onEvent: (event) => waiting.current.push(event),
    onFinished: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
      void client.invalidateQueries({ queryKey: ["model-versions"] });
    },
  });
  return { job: job ?? run.job, connection, live };
}
