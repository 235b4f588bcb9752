import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

import { Problem } from "@/api/problem";
import { isTyping } from "@/components/ui/keyboard";

import { askSegment } from "../../api/use-segmenter";
import { newId, withRegion } from "../../model/annotations";
import { between, isLargeEnough } from "../../model/rectangle";
import { answered, boxed, clicked, undone, type SegmentDraft } from "../../model/segment-draft";
import { hasOpenDialog } from "../../use-label-keys";
import type { EditorProps } from "../editor";
import type { StageControls } from "./image-stage";
import type { ImagePoint } from "./use-pointers";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Options {
  readonly isOn: boolean;
  readonly stage: RefObject<StageControls | null>;
  readonly size: Size;
  /** The model was taken for ready and does not answer. */
  readonly onLost: () => void;
}

/** Point at a thing with clicks or a box; Enter makes its mask an annotation, Escape drops it. */
export function useSegment(props: EditorProps, { isOn, stage, size, onLost }: Options) {
  const { sample, label, annotations, onChange, onSelect } = props;
  const [kept, setDraft] = useState<SegmentDraft | null>(null);
  const [numAsked, setNumAsked] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef<SegmentDraft | null>(null);
  const drawing = useRef<{ from: ImagePoint; to: ImagePoint; isPositive: boolean }>(null);
  const draft = isOn ? kept : null;

  const put = (next: SegmentDraft | null) => {
    latest.current = next;
    setDraft(next);
    stage.current?.redraw();
  };
  const ask = async (next: SegmentDraft | null) => {
    put(next);
    setError(null);
    if (next === null) return;
    setNumAsked((num) => num + 1);
    try {
      const answer = await askSegment(sample.id, next.prompt);
      put(answered(latest.current, next.prompt, answer));
    } catch (problem) {
      setError(problem);
      if (problem instanceof Problem && problem.code === "segmenter_starting") onLost();
    } finally {
      setNumAsked((num) => num - 1);
    }
  };
  const accept = () => {
    const geometry = draft?.answer?.geometry;
    if (geometry == null || label === null) return;
    const id = newId();
    onChange(withRegion(annotations, { id, labelId: label.id, geometry, text: null }));
    onSelect(id);
    put(null);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (draft === null || isTyping(event) || hasOpenDialog()) return;
    if (event.key === "Enter" && !event.shiftKey) accept();
    else if (event.key === "Escape") put(null);
    else if (event.key === "Backspace" && !event.shiftKey) void ask(undone(draft));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  const hold = (next: typeof drawing.current) => {
    drawing.current = next;
    stage.current?.redraw();
  };
  return {
    draft,
    isBusy: numAsked > 0,
    error,
    accept,
    drop: () => put(null),
    /** The box that is being pulled up; read while drawing. */
    preview: () => {
      if (drawing.current === null) return draft?.prompt.box ?? null;
      const box = between(drawing.current.from, drawing.current.to, size);
      return isLargeEnough(box) ? box : (draft?.prompt.box ?? null);
    },
    begin: (at: ImagePoint, isPositive: boolean) => hold({ from: at, to: at, isPositive }),
    move: (at: ImagePoint) => {
      if (drawing.current !== null) hold({ ...drawing.current, to: at });
    },
    cancel: () => hold(null),
    end: () => {
      if (drawing.current === null) return;
      const { from, to, isPositive } = drawing.current;
      hold(null);
      const around = isPositive ? boxed(between(from, to, size)) : null;
      const at = { x: within(from.x, size.width), y: within(from.y, size.height) };
      void ask(around ?? clicked(draft, { at, isPositive }));
    },
  };
}

export type Segment = ReturnType<typeof useSegment>;

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
