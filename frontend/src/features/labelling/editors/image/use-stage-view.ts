import { useEffect, useEffectEvent, useMemo, useRef } from "react";

import { isTyping } from "@/components/ui/keyboard";

import type { View } from "./paint-annotations";
import { FITTED, panned, pinched, viewOf, zoomed, type Place } from "./stage-view";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEP = 1.25;
const KEY_PAN = 80;

/** Where the image lies in its window: kept beside React, which would be too slow for it. */
export function useStageView(frame: Size, image: Size) {
  const place = useRef<Place>(FITTED);
  const sizes = useRef({ frame, image });
  const listener = useRef<(view: View) => void>(null);
  const controls = useMemo(() => {
    const put = (next: Place) => {
      place.current = next;
      listener.current?.(viewOf(next, ...both()));
    };
    const both = () => [sizes.current.frame, sizes.current.image] as const;
    const middle = () => ({
      x: sizes.current.frame.width / 2,
      y: sizes.current.frame.height / 2,
    });
    return {
      view: () => viewOf(place.current, ...both()),
      zoom: (by: number, at: Point = middle()) => put(zoomed(place.current, by, at, ...both())),
      pan: (x: number, y: number) => put(panned(place.current, x, y, ...both())),
      pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) =>
        put(pinched(place.current, before, after, ...both())),
      fit: () => put(FITTED),
      /** Hear of every move, and where things are now. */
      listen: (tell: (view: View) => void) => {
        listener.current = tell;
        tell(viewOf(place.current, ...both()));
        return () => {
          listener.current = null;
        };
      },
    };
  }, []);
  const { width, height } = frame;
  const { width: across, height: down } = image;
  useEffect(() => {
    sizes.current = { frame: { width, height }, image: { width: across, height: down } };
    listener.current?.(controls.view());
  }, [controls, width, height, across, down]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || event.metaKey) return;
    const act = actOf(event, controls);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return controls;
}

export type StageViewControls = ReturnType<typeof useStageView>;

function actOf(
  { key, altKey, ctrlKey }: KeyboardEvent,
  { zoom, pan, fit }: StageViewControls,
): (() => void) | undefined {
  if (ctrlKey) return undefined;
  if (altKey) {
    return {
      ArrowLeft: () => pan(KEY_PAN, 0),
      ArrowRight: () => pan(-KEY_PAN, 0),
      ArrowUp: () => pan(0, KEY_PAN),
      ArrowDown: () => pan(0, -KEY_PAN),
    }[key];
  }
  return {
    "+": () => zoom(STEP),
    "=": () => zoom(STEP),
    "-": () => zoom(1 / STEP),
    ".": fit,
  }[key];
}
