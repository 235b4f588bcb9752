import { useEffect, useRef, useState } from "react";

import { closeDevice, openDevice, type CaptureProblem } from "@/components/media/capture-problem";

/** Why there is no recording: nobody may listen, or what was heard cannot be read. */
export type RecorderProblem = CaptureProblem | "unreadable";

/** Record with the microphone; `onDone` gets what was heard. */
export function useRecorder(onDone: (recording: Blob) => Promise<void>) {
  const recorder = useRef<MediaRecorder>(null);
  const [startedAt, setStartedAt] = useState<number>();
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<RecorderProblem | null>(null);

  useEffect(() => {
    if (startedAt === undefined) return;
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1000), 100);
    return () => clearInterval(timer);
  }, [startedAt]);
  useEffect(() => () => recorder.current?.stop(), []);

  const start = async () => {
    setProblem(null);
    setSeconds(0);
    const stream = await openDevice({ audio: true });
    if (typeof stream === "string") {
      setProblem(stream);
      return;
    }
    const made = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    made.ondataavailable = ({ data }) => pieces.push(data);
    made.onstop = () => {
      closeDevice(stream);
      recorder.current = null;
      setStartedAt(undefined);
      void onDone(new Blob(pieces, { type: made.mimeType })).catch(() => setProblem("unreadable"));
    };
    recorder.current = made;
    made.start();
    setStartedAt(performance.now());
  };
  return {
    isRecording: startedAt !== undefined,
    seconds,
    problem,
    start,
    stop: () => recorder.current?.stop(),
  };
}
