import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { useTranslation } from "react-i18next";

import { panned, zoomed, type View } from "@/components/media/zoom";

import type { MapPoints } from "../api/quality/use-maps";
import styles from "./map.module.css";
import { nearest, onCanvas, onMap, type Place, type Size } from "./plane";

interface MapCanvasProps {
  points: MapPoints;
  /** A colour for each point. */
  colors: readonly string[];
  /** The colour of points that do not pass the filters, and of lines. */
  dim: string;
  ink: string;
  view: View;
  onView: (view: View) => void;
  size: Size;
  isMoving: boolean;
  /** Corners of the last area, on the map. */
  outline: readonly Place[];
  onHover: (index: number | null, at: Place) => void;
  onOpen: (index: number) => void;
  onArea: (outline: readonly Place[]) => void;
}

const REACH = 8;
const STEP = 1.25;
const PAN = 40;
const CLICK = 4;

/** The points, to be moved, enlarged, pointed at, and drawn around. */
export function MapCanvas(props: MapCanvasProps) {
  const { points, view, onView, size, isMoving, onHover, onOpen, onArea } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [line, setLine] = useState<readonly Place[]>([]);
  useDrawing(canvas, props, line);
  useWheelZoom(canvas, size, view, onView);

  const placeOf = (event: PointerEvent): Place => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (place: Place) => {
    const [here, beside] = [place, { x: place.x + REACH, y: place.y }];
    const from = onMap(here, view, size);
    return nearest(points, from, onMap(beside, view, size).x - from.x);
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setLine([placeOf(event)]);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const place = placeOf(event);
    const last = line.at(-1);
    if (last === undefined) {
      onHover(under(place), place);
      return;
    }
    if (isMoving) onView(panned(view, event.movementX, event.movementY));
    if (Math.hypot(place.x - last.x, place.y - last.y) >= CLICK) setLine([...line, place]);
  };
  const end = () => {
    const [first] = line;
    setLine([]);
    if (first === undefined) return;
    if (line.length < 3) {
      const index = under(first);
      if (index !== null) onOpen(index);
    } else if (!isMoving) onArea(line.map((place) => onMap(place, view, size)));
  };
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, View> = {
      ArrowLeft: panned(view, PAN, 0),
      ArrowRight: panned(view, -PAN, 0),
      ArrowUp: panned(view, 0, PAN),
      ArrowDown: panned(view, 0, -PAN),
      "+": zoomed(view, STEP, 0, 0),
      "=": zoomed(view, STEP, 0, 0),
      "-": zoomed(view, 1 / STEP, 0, 0),
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onView(next);
  };
  return (
    <canvas
      ref={canvas}
      // eslint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it answers to keys
      role="application"
      aria-label={t("map.canvas", { count: points.ids.length })}
      tabIndex={0}
      width={Math.round(size.width * window.devicePixelRatio)}
      height={Math.round(size.height * window.devicePixelRatio)}
      className={`${styles.canvas} ${isMoving ? styles.moving : ""}`}
      style={{ width: size.width, height: size.height }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setLine([])}
      onPointerLeave={() => onHover(null, { x: 0, y: 0 })}
      onKeyDown={press}
    />
  );
}

/** Draw everything again when something of it has changed. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  { points, colors, dim, ink, view, size, outline, isMoving }: MapCanvasProps,
  line: readonly Place[],
) {
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext("2d");
    if (target == null || context == null) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    const radius = points.ids.length > 5000 ? 2 : points.ids.length > 1000 ? 3 : 4;
    // Those that pass lie over those that do not.
    for (const isPassing of [false, true]) {
      for (let index = 0; index < points.ids.length; index += 1) {
        if ((points.passes[index] ?? true) !== isPassing) continue;
        const place = { x: points.x[index] ?? 0, y: points.y[index] ?? 0 };
        const { x, y } = onCanvas(place, view, size);
        context.fillStyle = isPassing ? (colors[index] ?? dim) : dim;
        context.globalAlpha = isPassing ? 0.85 : 0.35;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
      }
    }
    context.globalAlpha = 1;
    const corners =
      isMoving || line.length < 2 ? outline.map((one) => onCanvas(one, view, size)) : line;
    stroke(context, corners, ink);
  }, [canvas, points, colors, dim, ink, view, size, outline, isMoving, line]);
}

function stroke(context: CanvasRenderingContext2D, corners: readonly Place[], color: string) {
  if (corners.length < 2) return;
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.stroke();
}

/** React attaches wheel listeners passively, and then the page would scroll as well. */
function useWheelZoom(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: Size,
  view: View,
  onView: (view: View) => void,
) {
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const box = target.getBoundingClientRect();
      const x = event.clientX - box.left - size.width / 2;
      const y = event.clientY - box.top - size.height / 2;
      onView(zoomed(view, Math.exp(-event.deltaY / 400), x, y));
    };
    target.addEventListener("wheel", zoom, { passive: false });
    return () => target.removeEventListener("wheel", zoom);
  }, [canvas, size, view, onView]);
}
