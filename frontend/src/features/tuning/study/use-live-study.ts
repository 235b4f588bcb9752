import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { follow, type Connection, type StreamEvent } from "@/api/stream";

import { studyKey } from "../api/use-study";
import type { Study, StudyDetail, Trial } from "../types";
import { isComplete, withTrials } from "./progress";

const REDRAW_MS = 250;

/**
 * Follow a study and its trials as long as it goes on.
 *
 * Trials that were asked for may be older than the study or newer; the newest revision of each
 * counts. Events are gathered so that a flood of them redraws a few times a second.
 */
export function useLiveStudy(
  study: StudyDetail,
  listed: readonly Trial[],
): { trials: Trial[]; connection: Connection | null } {
  const client = useQueryClient();
  const waiting = useRef<StreamEvent[]>([]);
  const [heard, setHeard] = useState<Trial[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const isFollowed = !isComplete(study);

  const take = useEffectEvent((events: StreamEvent[]) => {
    const trials = events.filter(({ kind }) => kind === "trial").map(({ data }) => data as Trial);
    if (trials.length > 0) setHeard((old) => withTrials(old, trials));
    const last = events.findLast(({ kind }) => kind === "study")?.data as Study | undefined;
    if (last === undefined) return;
    client.setQueryData<StudyDetail>(studyKey(last.id), (old) => old && { ...old, ...last });
    if (isComplete(last)) {
      void client.invalidateQueries({ queryKey: ["studies"] });
      void client.invalidateQueries({ queryKey: ["training-runs"] });
    }
  });

  const { id } = study;
  const start = useEffectEvent(() => String(study.revision));
  useEffect(() => {
    if (!isFollowed) return;
    const controller = new AbortController();
    const draw = () => {
      if (waiting.current.length > 0) take(waiting.current.splice(0));
    };
    const timer = setInterval(draw, REDRAW_MS);
    void follow(`/api/v1/studies/${id}/stream`, {
      signal: controller.signal,
      after: start(),
      onEvent: (event) => waiting.current.push(event),
      onConnection: setConnection,
      isLast: ({ kind, data }) => kind === "study" && isComplete(data as Study),
    }).finally(() => setConnection(null));
    return () => {
      draw();
      clearInterval(timer);
      controller.abort();
    };
  }, [id, isFollowed]);

  return { trials: withTrials(listed, heard), connection };
}
