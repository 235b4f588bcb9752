import { useEffect, useEffectEvent, useState } from "react";

import type { Problem } from "@/api/problem";

import { problemOfAnswer, readAnswer, type StreamAnswer } from "./answers";

/** A gateway that is replaced says so; the next one answers a moment later. */
const RESTARTING = 1012;
const RECONNECT_MS = 500;

/** How the other side ended a stream: by a code of RFC 6455, and a reason, which may be empty. */
export interface StreamClosing {
  code: number;
  reason: string;
}

export interface Stream {
  /** What messages are sent on, `null` while there is no connection. */
  socket: WebSocket | null;
  /** Why the last message has no answer. */
  refused: Problem | null;
  /** Why the stream ended, `null` while it has not. */
  ended: StreamClosing | null;
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
        const ended = code === RESTARTING ? null : { code, reason };
        setStream((old) => ({ ...old, socket: null, ended }));
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
