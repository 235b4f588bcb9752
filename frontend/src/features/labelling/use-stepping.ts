import type { Sample } from "@/api/datasets";

/** Ways through the samples of a session. */
export function useStepping(
  samples: readonly Sample[],
  position: number,
  isDone: (sample: Sample) => boolean,
  show: (id: string) => void,
) {
  const go = (offset: number) => {
    const next = samples[position + offset];
    if (next !== undefined) show(next.id);
  };
  /** To the next sample that nobody has looked at, from the beginning again at the end. */
  const goOpen = () => {
    const isOpen = (sample: Sample, index: number) => index !== position && !isDone(sample);
    const after = samples.findIndex((sample, index) => index > position && isOpen(sample, index));
    const next = samples[after >= 0 ? after : samples.findIndex(isOpen)];
    if (next !== undefined) show(next.id);
    else go(1);
  };
  return { go, goOpen };
}
