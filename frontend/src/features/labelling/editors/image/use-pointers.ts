import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from "react";

import type { StageViewControls } from "./use-stage-view";

export interface ImagePoint {
  readonly x: number;
  readonly y: number;
}

export interface StageEvent {
  /** Where the pointer is, in pixels of the image. */
  readonly at: ImagePoint;
  /** How near is near enough, in pixels of the image; a finger is thicker than a mouse. */
  readonly reach: number;
  readonly scale: number;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** What an editor does with a mouse, a pen or one finger. */
export interface StageHandlers {
  onDown?: (event: StageEvent) => void;
  onMove?: (event: StageEvent) => void;
  onUp?: (event: StageEvent) => void;
  /** What was begun does not count: a second finger came down to zoom. */
  onCancel?: () => void;
  onDoubleClick?: (event: StageEvent) => void;
  /** The right button works too, as if Alt were held; otherwise the browser shows its menu. */
  readonly takesRight?: boolean;
  /** How the pointer looks where it is. */
  cursorAt?: (event: StageEvent) => string | null;
}

const REACH = 8;
const FINGER_REACH = 18;
const WHEEL_PER_FACTOR = 400;
const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2;

/** Pointers over a stage: one works, two zoom and move, the middle button moves. */
export function usePointers(
  frame: RefObject<HTMLDivElement | null>,
  stage: StageViewControls,
  handlers: StageHandlers,
) {
  const down = useRef(new Map<number, ImagePoint>());
  const mode = useRef<"none" | "work" | "pinch" | "pan">("none");
  const isRight = useRef(false);
  const place = (event: { clientX: number; clientY: number }): ImagePoint => {
    const box = frame.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const toStageEvent = (event: {
    clientX: number;
    clientY: number;
    shiftKey: boolean;
    altKey: boolean;
    pointerType?: string;
  }): StageEvent => {
    const { scale, x, y } = stage.view();
    const at = place(event);
    return {
      at: { x: (at.x - x) / scale, y: (at.y - y) / scale },
      reach: (event.pointerType === "touch" ? FINGER_REACH : REACH) / scale,
      scale,
      shift: event.shiftKey,
      alt: event.altKey || isRight.current,
    };
  };
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    if (event.shiftKey) stage.pan(-(event.deltaX || event.deltaY), event.deltaX && -event.deltaY);
    else stage.zoom(Math.exp(-event.deltaY / WHEEL_PER_FACTOR), place(event));
  });
  useEffect(() => {
    // React listens to the wheel passively: the page would scroll as well.
    const element = frame.current;
    const listen = (event: WheelEvent) => wheel(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [frame]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button > (handlers.takesRight ? RIGHT_BUTTON : MIDDLE_BUTTON)) return;
    isRight.current = event.button === RIGHT_BUTTON;
    // What somebody types somewhere is finished when they go on drawing.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    event.currentTarget.setPointerCapture(event.pointerId);
    down.current.set(event.pointerId, place(event));
    if (down.current.size === 2) {
      if (mode.current === "work") handlers.onCancel?.();
      mode.current = "pinch";
    } else if (event.button === MIDDLE_BUTTON) {
      event.preventDefault();
      mode.current = "pan";
    } else if (down.current.size === 1) {
      mode.current = "work";
      handlers.onDown?.(toStageEvent(event));
    }
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = down.current.get(event.pointerId);
    if (before === undefined || mode.current === "work") {
      const moved = toStageEvent(event);
      handlers.onMove?.(moved);
      if (before === undefined) {
        event.currentTarget.style.cursor = handlers.cursorAt?.(moved) ?? "crosshair";
      }
      return;
    }
    const now = place(event);
    if (mode.current === "pan") stage.pan(now.x - before.x, now.y - before.y);
    if (mode.current === "pinch") {
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other !== undefined) stage.pinch([before, other], [now, other]);
    }
    down.current.set(event.pointerId, now);
  };
  const end = (event: PointerEvent<HTMLDivElement>, isCancelled: boolean) => {
    if (!down.current.delete(event.pointerId)) return;
    if (mode.current === "work") {
      if (isCancelled) handlers.onCancel?.();
      else handlers.onUp?.(toStageEvent(event));
    }
    // The finger that stays after a pinch does not begin to draw.
    if (down.current.size === 0 || mode.current !== "pinch") mode.current = "none";
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => end(event, false),
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => end(event, true),
    onContextMenu: (event: React.MouseEvent<HTMLDivElement>) => {
      if (handlers.takesRight) event.preventDefault();
    },
    onDoubleClick: (event: React.MouseEvent<HTMLDivElement>) =>
      handlers.onDoubleClick?.(toStageEvent(event)),
  };
}
