import { useEffect, useEffectEvent } from "react";

import { isTyping } from "@/components/ui/keyboard";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LARGE_STEP = 10;

/**
 * Move what is chosen by arrow keys, a pixel at a time or ten with Shift. `move` tells whether there
 * was anything to move; else the arrows keep their meaning for the page.
 */
export function useNudge(move: (x: number, y: number) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || isTyping(event) || event.ctrlKey || event.metaKey) return;
    const length = event.shiftKey ? LARGE_STEP : 1;
    if (move(step[0] * length, step[1] * length)) event.preventDefault();
  });
  useEffect(() => {
    // Before the listeners of the page, which look whether an event was taken.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
