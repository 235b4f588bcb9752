import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";

import { useJobStream } from "@/api/job-stream";
import type { StreamEvent } from "@/api/stream";

import { useJobLog } from "../api/use-job-log";
import { useRunResources } from "../api/use-run-resources";
import type { TrainingRun } from "../types";
import { joined, NOTHING_HEARD, withEvents } from "./live";

const REDRAW_MS = 1000;

/**
 * Follow a run; what it said before is asked for once, and what it says is gathered, so that a
 * flood of events redraws once a second.
 */
export function useLiveRun(run: TrainingRun) {
  const client = useQueryClient();
  const log = useJobLog(run.job.id);
  const resources = useRunResources(run.id);
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
  const lines = useMemo(() => joined(log.data?.lines ?? [], live.lines), [log.data, live.lines]);
  const points = useMemo(
    () => joined(resources.data?.points ?? [], live.resources),
    [resources.data, live.resources],
  );
  return {
    job: job ?? run.job,
    connection,
    lines,
    points,
    measurements: live.measurements,
    candidates: live.candidates,
    numLeftOut: log.data?.num_left_out ?? 0,
    numCheckpoints: (log.data?.num_checkpoints ?? 0) + live.numCheckpoints,
  };
}
