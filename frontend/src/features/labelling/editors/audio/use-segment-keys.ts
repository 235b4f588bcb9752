import { useEffect, useEffectEvent } from "react";

import { isTyping } from "@/components/ui/keyboard";

export interface SegmentCommands {
  playPause: () => void;
  playChosen: () => void;
  /** Go some seconds on, or back. */
  skip: (seconds: number) => void;
  /** Begin a stretch at the player's time, or end it there. */
  edge: (side: "start" | "end") => void;
  step: (by: 1 | -1) => void;
  /** Move the chosen stretch by some milliseconds; tells whether one is chosen. */
  nudge: (ms: number) => boolean;
  zoom: (factor: number) => void;
  fit: () => void;
}

const SKIP_SECONDS = 2;
const NUDGE_MS = 10;
const LARGE_NUDGE_MS = 100;

/** Does something; `false` says that it had nothing to do, and the key keeps its meaning. */
type Act = () => unknown;

function withCtrl({ key, altKey }: KeyboardEvent, commands: SegmentCommands): Act | undefined {
  if (altKey) return undefined;
  const acts: Readonly<Record<string, Act>> = {
    " ": commands.playPause,
    Enter: commands.playChosen,
    ArrowLeft: () => commands.skip(-SKIP_SECONDS),
    ArrowRight: () => commands.skip(SKIP_SECONDS),
    ArrowUp: () => commands.step(-1),
    ArrowDown: () => commands.step(1),
  };
  return acts[key];
}

function alone(event: KeyboardEvent, commands: SegmentCommands): Act | undefined {
  if (event.altKey || isTyping(event)) return undefined;
  const by = event.shiftKey ? LARGE_NUDGE_MS : NUDGE_MS;
  const acts: Readonly<Record<string, Act>> = {
    "[": () => commands.edge("start"),
    "]": () => commands.edge("end"),
    ArrowUp: () => commands.step(-1),
    ArrowDown: () => commands.step(1),
    ArrowLeft: () => commands.nudge(-by),
    ArrowRight: () => commands.nudge(by),
    "+": () => commands.zoom(2),
    "=": () => commands.zoom(2),
    "-": () => commands.zoom(0.5),
    ".": commands.fit,
  };
  return acts[event.key];
}

/** The keys of time: those with Ctrl work while somebody writes as well. */
export function useSegmentKeys(commands: SegmentCommands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey ? withCtrl(event, commands) : alone(event, commands);
    if (act === undefined || act() === false) return;
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
