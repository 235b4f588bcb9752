import { useEffect, useEffectEvent } from "react";

import { isTyping } from "@/components/ui/keyboard";

/** What keys do in a video, by `KeyboardEvent.code`: letters with Alt print other signs on some machines. */
export interface VideoCommands {
  playPause: () => void;
  /** Go some frames on, or back. */
  stepFrames: (frames: number) => void;
  /** To the next key frame, or the one before. */
  jump?: (by: 1 | -1) => void;
  /** To the next object, or the one before. */
  choose?: (by: 1 | -1) => void;
  alt?: Readonly<Record<string, () => void>>;
}

const LARGE_STEP = 10;

function actOf(event: KeyboardEvent, commands: VideoCommands): (() => void) | undefined {
  const { key, code, altKey, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (altKey) return undefined;
    if (key === " ") return commands.playPause;
    if (key === "ArrowUp") return () => commands.choose?.(-1);
    if (key === "ArrowDown") return () => commands.choose?.(1);
    return undefined;
  }
  if (isTyping(event)) return undefined;
  if (altKey) return commands.alt?.[code];
  const frames = shiftKey ? LARGE_STEP : 1;
  if (code === "Comma") return () => commands.stepFrames(-frames);
  if (code === "Period") return () => commands.stepFrames(frames);
  if (commands.jump !== undefined && key === "[") return () => commands.jump?.(-1);
  if (commands.jump !== undefined && key === "]") return () => commands.jump?.(1);
  return undefined;
}

/** The keys of videos: frame by frame, and from key frame to key frame. */
export function useVideoKeys(commands: VideoCommands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, commands);
    if (act === undefined) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the listeners of the page, which give some of these keys another meaning.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
