import { useEffect, useEffectEvent } from "react";

import { isTyping } from "@/components/ui/keyboard";

/** Let the space bar do what the panel is for; a focused button keeps its own press. */
export function useSpace(act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLElement && event.target.closest("button, a");
    if (event.key !== " " || event.repeat || isTyping(event) || isOnButton) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
