import type { Region } from "../model/annotations";
import { raised, withRegion } from "../model/annotations";
import { movedBy, turnedBy } from "../model/handles";
import type { EditorProps } from "./editor";
import type { Layers } from "./image/use-layers";
import type { ShownAnnotations } from "./use-annotations";
import type { ShapeWork } from "./image/use-shape-work";
import { useToolKeys } from "./image/use-tool-keys";

interface Size {
  readonly width: number;
  readonly height: number;
}

const LARGE_STEP = 10;
const DEGREE = Math.PI / 180;
const LARGE_TURN = 15;
const CLEAR_FILL = 0;
const USUAL_FILL = 0.4;

/** The keys that every editor of images has: move, turn, hide, lock, order, step from annotation to annotation. */
export function useAnnotationKeys(
  props: EditorProps,
  {
    size,
    layers,
    drawn,
    work,
  }: { size: Size; layers: Layers; drawn: ShownAnnotations; work: ShapeWork },
): void {
  const { annotations, labels, mayLabel, selected, onSelect, onChange, onCopyPrevious } = props;
  const { chosen, mayChange } = work;
  const put = (next: Region | null) => {
    if (next === null || !mayChange) return false;
    if (next !== chosen) onChange(withRegion(annotations, next));
    return true;
  };
  const move = (x: number, y: number) => () =>
    chosen !== undefined && put(movedBy(chosen, x, y, size));
  const turn = (degrees: number) => () =>
    chosen !== undefined && put(turnedBy(chosen, degrees * DEGREE, size));
  const order = (by: 1 | -1) => () => {
    if (selected === null || !mayLabel) return false;
    onChange({ ...annotations, regions: raised(annotations.regions, selected, by) });
    return true;
  };
  const step = (by: 1 | -1) => () => {
    const ids = drawn.annotations.map(({ id }) => id);
    if (ids.length === 0) return false;
    const at = ids.indexOf(selected ?? "");
    const next = at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length;
    onSelect(ids[next] ?? null);
    return true;
  };
  const flagged = () => (selected === null ? annotations.regions.map(({ id }) => id) : [selected]);
  const flag = (name: "hidden" | "locked") => () =>
    selected === null ? layers.toggleAll(name, flagged()) : layers.toggleAnnotation(name, selected);
  useToolKeys(labels, {
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    "Shift+ArrowLeft": move(-LARGE_STEP, 0),
    "Shift+ArrowRight": move(LARGE_STEP, 0),
    "Shift+ArrowUp": move(0, -LARGE_STEP),
    "Shift+ArrowDown": move(0, LARGE_STEP),
    "Ctrl+ArrowUp": step(1),
    "Ctrl+ArrowDown": step(-1),
    "[": turn(-1),
    "]": turn(1),
    "{": turn(-LARGE_TURN),
    "}": turn(LARGE_TURN),
    "Ctrl+]": order(1),
    "Ctrl+[": order(-1),
    h: flag("hidden"),
    l: flag("locked"),
    m: () => layers.setOpen(!layers.isOpen),
    t: () => layers.setFill(layers.fill > CLEAR_FILL ? CLEAR_FILL : USUAL_FILL),
    p: mayLabel ? onCopyPrevious : undefined,
  });
}
