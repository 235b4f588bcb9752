import { useRef, type RefObject } from "react";

import { withRegion, type Region } from "../../model/annotations";
import { dragged, targetAt, handlesOf, withoutCorner, type HitTarget } from "../../model/handles";
import { covers, nextUnder, shapeOf, underPoint } from "../../model/annotation-shapes";
import { labelColor, labelName, type EditorProps } from "../editor";
import {
  paintHandles,
  paintAnnotation,
  paintPoints,
  paintTitle,
  type View,
} from "./paint-annotations";
import type { StageControls } from "./image-stage";
import type { Layers } from "./use-layers";
import type { ShownAnnotations } from "../use-annotations";
import type { ImagePoint, StageEvent } from "./use-pointers";

interface Drag {
  readonly region: Region;
  readonly target: HitTarget;
  readonly from: ImagePoint;
  readonly moved: Region;
}

interface Options {
  readonly size: { readonly width: number; readonly height: number };
  readonly layers: Layers;
  readonly drawn: ShownAnnotations;
  readonly stage: RefObject<StageControls | null>;
  /** Corners of boxes move one by one. */
  readonly isCornerwise?: boolean;
}

/**
 * Choosing annotations and dragging what they can be held by.
 *
 * While something is dragged nothing but the sheet of work is drawn; React hears of it once, at
 * the end.
 */
export function useShapeWork(props: EditorProps, options: Options) {
  const { annotations, labels, mayLabel, selected, onSelect, onChange, onLookAt } = props;
  const { size, layers, drawn, stage, isCornerwise = false } = options;
  const drag = useRef<Drag | null>(null);
  const region = annotations.regions.find(({ id }) => id === selected);
  const chosen = region !== undefined && !layers.hidden.has(region) ? region : undefined;
  const mayChange = mayLabel && chosen !== undefined && !layers.locked.has(chosen);

  const targetUnder = ({ at, reach, scale, alt }: StageEvent): HitTarget | null =>
    chosen !== undefined && mayChange
      ? targetAt(chosen, at, { scale, reach, isCornerwise: isCornerwise || alt })
      : null;

  return {
    chosen,
    mayChange,
    /** Take hold of the chosen annotation, or `only` of some kinds of targets; false beside them. */
    begin: (event: StageEvent, only?: readonly HitTarget["kind"][]): boolean => {
      const target = targetUnder(event);
      if (target === null || chosen === undefined) return false;
      if (only !== undefined && !only.includes(target.kind)) return false;
      const fewer = event.alt ? withoutCorner(chosen, target) : null;
      if (fewer !== null) onChange(withRegion(annotations, fewer));
      else drag.current = { region: chosen, target, from: event.at, moved: chosen };
      return true;
    },
    move: ({ at }: StageEvent): boolean => {
      if (drag.current === null) return false;
      const { region: start, target, from } = drag.current;
      drag.current = { ...drag.current, moved: dragged(start, target, from, at, size) };
      stage.current?.redraw();
      return true;
    },
    /** Let go; false where nothing was held, `"still"` where it was not moved. */
    end: (): boolean | "still" => {
      const held = drag.current;
      drag.current = null;
      if (held === null) return false;
      if (held.moved === held.region) return "still";
      onChange(withRegion(annotations, held.moved));
      return true;
    },
    cancel: () => {
      drag.current = null;
      stage.current?.redraw();
    },
    /** Choose what is under the pointer, and by clicking again what lies beneath. */
    pick: ({ at, reach }: StageEvent) => {
      const free = drawn.annotations.filter(({ isLocked }) => !isLocked);
      const found = underPoint(free, at, reach);
      if (found.length > 0) {
        onSelect(nextUnder(found, selected));
        return;
      }
      onSelect(null);
      const [proposed] = underPoint(drawn.suggested, at, reach);
      if (proposed !== undefined) onLookAt(proposed.id);
    },
    /** Another annotation is meant: the pointer is beside the chosen one and on that. */
    isOverOther: ({ at, reach }: StageEvent) => {
      const shape = chosen && shapeOf(chosen.geometry);
      if (shape && covers(shape, at, reach)) return false;
      const others = drawn.annotations.filter(({ id, isLocked }) => id !== chosen?.id && !isLocked);
      return underPoint(others, at, reach).length > 0;
    },
    isOverAnnotation: ({ at, reach }: StageEvent) =>
      [...drawn.annotations, ...drawn.suggested].some(
        (annotation) => underPoint([annotation], at, reach).length > 0,
      ),
    cursorAt: (event: StageEvent): string | null => {
      const target = targetUnder(event);
      return target === null ? null : target.kind === "body" ? "move" : "pointer";
    },
    paint: (context: CanvasRenderingContext2D, view: View) => {
      const shown = drag.current?.moved ?? chosen;
      const shape = shown && shapeOf(shown.geometry);
      if (shown === undefined || shape === null || shape === undefined) return;
      const color = labelColor(labels, shown.labelId);
      const title = shown.text || labelName(labels, shown.labelId);
      const annotation = { id: shown.id, shape, color, title, isBold: true };
      paintAnnotation(context, annotation, view, layers.fill);
      paintTitle(context, annotation, view);
      paintPoints(context, shown.points ?? [], color, view, true);
      if (!mayChange) return;
      paintHandles(context, handlesOf(shown.geometry, view.scale, isCornerwise), color, view);
    },
  };
}

export type ShapeWork = ReturnType<typeof useShapeWork>;
