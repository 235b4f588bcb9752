import { useEffect, useEffectEvent, useState } from "react";

import { pcmOf } from "@/components/inputs/pcm";
import { closeDevice, openDevice, type CaptureProblem } from "@/components/media/capture-problem";

export const SAMPLE_RATE = 16_000;
/** A quarter of a second: words come twice as seldom. */
const NUM_SAMPLES = 4096;

/** Hear the microphone while there is somebody who takes samples; say what keeps it from that. */
export function useMicrophone(
  onSamples: (pcm: Int16Array<ArrayBuffer>) => void,
): CaptureProblem | null {
  const [problem, setProblem] = useState<CaptureProblem | null>(null);
  const hear = useEffectEvent(onSamples);
  useEffect(() => {
    let left = false;
    let end = () => {
      left = true;
    };
    void openDevice({ audio: { channelCount: 1 } }).then((stream) => {
      if (typeof stream === "string") {
        if (!left) setProblem(stream);
        return;
      }
      if (left) {
        closeDevice(stream);
        return;
      }
      const context = new AudioContext({ sampleRate: SAMPLE_RATE });
      const source = context.createMediaStreamSource(stream);
      // An audio worklet would be a script of its own, which the page's policy lets in from here
      // alone; samples of speech are few enough for the page itself.
      const tap = context.createScriptProcessor(NUM_SAMPLES, 1, 1);
      tap.onaudioprocess = ({ inputBuffer }) => hear(pcmOf(inputBuffer.getChannelData(0)));
      source.connect(tap).connect(context.destination);
      end = () => {
        left = true;
        closeDevice(stream);
        void context.close();
      };
    });
    return () => end();
  }, []);
  return problem;
}
