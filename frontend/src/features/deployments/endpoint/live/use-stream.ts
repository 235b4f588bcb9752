import { useEffect, useEffectEvent, useState } from "react";

import type { Problem } from "@/api/problem";

import { problemOfAnswer, readAnswer, type StreamAnswer } from "./answers";

/** A gateway that is replaced says so; the next one answers a moment later. */
const RESTARTING = 1012;
const RECONNECT_MS = 500;

export interface Stream {
  /** What messages are sent on, `null` while there is no connection. */
  socket: WebSocket | null;
  /** Why the last message has no answer. */
  refused: Problem | null;
  /** Why the stream ended; an empty text when nobody said. */
  ended: string | null;
}

/** Keep a stream of an endpoint open while the component is there. */
export function useStream(url: string, onAnswer: (answer: StreamAnswer) => void): Stream {
  const [stream, setStream] = useState<Stream>({ socket: null, refused: null, ended: null });
  const hear = useEffectEvent(({ data }: MessageEvent) => {
    const answer = readAnswer(data);
    if (answer === null) return;
    const refused = problemOfAnswer(answer);
    setStream((old) => (old.refused === refused ? old : { ...old, refused }));
    onAnswer(answer);
  });
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let opened: WebSocket;
    const open = () => {
      opened = new WebSocket(url);
      opened.onopen = () => setStream({ socket: opened, refused: null, ended: null });
      opened.onmessage = (event) => hear(event);
      opened.onclose = ({ code, reason, target }) => {
        if (left || target !== opened) return;
        setStream((old) => ({ ...old, socket: null, ended: code === RESTARTING ? null : reason }));
        if (code === RESTARTING) timer = setTimeout(open, RECONNECT_MS);
      };
    };
    open();
    return () => {
      left = true;
      clearTimeout(timer);
      opened.close();
    };
  }, [url]);
  return stream;
}
