import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

import { isTyping } from "@/components/ui/keyboard";

import type { StageControls } from "./image-stage";
import type { ImagePoint } from "./use-pointers";

interface Options {
  readonly isOn: boolean;
  readonly stage: RefObject<StageControls | null>;
  readonly least: number;
  /** With so many corners the shape closes itself. */
  readonly most?: number;
  readonly onClose: (points: readonly ImagePoint[]) => void;
}

/** Nearer than this, in pixels of the image, two corners are one: the second of a double click. */
const SAME_PLACE = 1.5;

/** Corners on their way to a shape: they are added until Enter or a double click closes it. */
export function useCorners({ isOn, stage, least, most = Infinity, onClose }: Options) {
  const [kept, setPoints] = useState<readonly ImagePoint[]>([]);
  const next = useRef<ImagePoint | null>(null);
  const last = useRef<{ at: ImagePoint; isSecond: boolean }>(null);
  const points = isOn ? kept : [];
  const close = (corners: readonly ImagePoint[]) => {
    if (corners.length >= least) onClose(corners);
    setPoints([]);
  };
  const add = (at: ImagePoint) => {
    const before = points.length > 0 ? last.current?.at : undefined;
    const isSecond =
      before !== undefined && Math.hypot(before.x - at.x, before.y - at.y) < SAME_PLACE;
    last.current = { at, isSecond };
    if (isSecond) return;
    const grown = [...points, { x: tenths(at.x), y: tenths(at.y) }];
    if (grown.length >= most) close(grown);
    else setPoints(grown);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (points.length === 0 || isTyping(event)) return;
    if (event.key === "Enter") close(points);
    else if (event.key === "Escape") setPoints([]);
    else if (event.key === "Backspace") setPoints(points.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return {
    points,
    /** Where the next corner would be; read while drawing. */
    next,
    add,
    // Two quick clicks in different places are a double click too, for the browser; not for people.
    closeTwice: () => {
      if (last.current?.isSecond) close(points);
    },
    hover: (at: ImagePoint) => {
      if (points.length === 0) return;
      next.current = at;
      stage.current?.redraw();
    },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
