import { useEffect, useEffectEvent, useRef, useState } from "react";

import { isTyping } from "@/components/ui/keyboard";

import { newId, withRegion, type Region } from "../model/annotations";
import type { EditorProps } from "./editor";
import type { PicturePoint } from "./picture-stage";

/** A polygon on its way: corners are added until Enter or a double click closes it. */
export interface PolygonDraft {
  readonly points: readonly PicturePoint[];
  /** Where the next corner would be. */
  readonly next: PicturePoint | null;
}

const LEAST_CORNERS = 3;

/** Nearer than this, in pixels of the picture, two corners are one: the second of a double click. */
const SAME_PLACE = 1.5;

export function usePolygon(props: EditorProps, isOn: boolean) {
  const { said, label, onChange, onSelect } = props;
  const [points, setPoints] = useState<readonly PicturePoint[]>([]);
  const [next, setNext] = useState<PicturePoint | null>(null);
  const last = useRef<{ at: PicturePoint; isSecond: boolean }>(null);
  const add = (at: PicturePoint) => {
    const before = points.length > 0 ? last.current?.at : undefined;
    const isSecond =
      before !== undefined && Math.hypot(before.x - at.x, before.y - at.y) < SAME_PLACE;
    last.current = { at, isSecond };
    if (!isSecond) setPoints((old) => [...old, { x: tenths(at.x), y: tenths(at.y) }]);
  };
  const close = () => {
    if (points.length >= LEAST_CORNERS && label !== null) {
      const region: Region = {
        id: newId(),
        labelId: label.id,
        geometry: { kind: "polygon", rings: [points.map(({ x, y }) => [x, y])] },
        text: null,
      };
      onChange(withRegion(said, region));
      onSelect(region.id);
    }
    setPoints([]);
  };
  // Two quick clicks in different places are a double click too, for the browser; not for people.
  const closeTwice = () => {
    if (last.current?.isSecond) close();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || points.length === 0 || isTyping(event)) return;
    if (event.key === "Enter") close();
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
  return { points: isOn ? points : [], next, add, closeTwice, hover: setNext };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
