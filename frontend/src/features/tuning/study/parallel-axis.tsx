import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Setting } from "../types";
import type { Axis } from "./axes";
import { PLOT } from "./plot";
import { ticksOf, valueAt, type Interval } from "./scale";
import styles from "./parallel.module.css";

interface ParallelAxisProps {
  axis: Axis;
  x: number;
  name: string;
  write: (value: Setting) => string;
  /** Some trial takes no part in it, and passes below. */
  hasAbsent: boolean;
  interval: Interval | undefined;
  onBrush: (interval: Interval | undefined) => void;
}

const WHOLE: Interval = { from: 0, to: 1 };
const STEP = 0.05;
const NAME_LENGTH = 20;
const TICK_LENGTH = 13;
// A shorter drag is a click, which takes a choice away.
const SHORTEST = 0.02;

/** One axis with its marks; drag over it, or move its two handles by keys, to choose a part. */
export function ParallelAxis(props: ParallelAxisProps) {
  const { axis, x, name, write, hasAbsent, interval, onBrush } = props;
  const { t } = useTranslation();
  const place = useRef<SVGGElement>(null);
  const [begun, setBegun] = useState<number>();
  const [drawn, setDrawn] = useState<Interval>();
  const chosen = drawn ?? interval;
  const y = (share: number) => PLOT.top + (1 - share) * PLOT.height;

  const shareAt = (event: PointerEvent<SVGElement>) => {
    const matrix = place.current?.getScreenCTM()?.inverse();
    if (matrix === undefined) return 0;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return Math.min(1, Math.max(0, 1 - (point.y - PLOT.top) / PLOT.height));
  };
  const start = (event: PointerEvent<SVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setBegun(shareAt(event));
  };
  const drag = (event: PointerEvent<SVGElement>) => {
    if (begun !== undefined) setDrawn(ordered(begun, shareAt(event)));
  };
  const finish = () => {
    if (begun !== undefined) {
      onBrush(drawn !== undefined && drawn.to - drawn.from >= SHORTEST ? drawn : undefined);
    }
    setBegun(undefined);
    setDrawn(undefined);
  };
  const move = (end: keyof Interval, to: number) => {
    const next = { ...(interval ?? WHOLE), [end]: Math.min(1, Math.max(0, to)) };
    if (next.from > next.to) return;
    onBrush(next.from === 0 && next.to === 1 ? undefined : next);
  };

  return (
    <g ref={place}>
      <text className={styles.name} x={x} y={14} textAnchor="middle">
        {shortened(name, NAME_LENGTH)}
        <title>{name}</title>
      </text>
      <line className={styles.axis} x1={x} x2={x} y1={y(1)} y2={y(0)} />
      {ticksOf(axis.range).map(({ value, place: share }) => (
        <text
          key={String(value)}
          className={styles.tick}
          x={x - 8}
          y={y(share)}
          dominantBaseline="middle"
          textAnchor="end"
        >
          {shortened(write(value), TICK_LENGTH)}
        </text>
      ))}
      {hasAbsent && (
        <text className={styles.tick} x={x - 8} y={y(0) + PLOT.absent - 4} textAnchor="end">
          {t("tuning.parallel.absent")}
        </text>
      )}
      {chosen !== undefined && (
        <rect
          className={styles.brush}
          x={x - 8}
          width={16}
          y={y(chosen.to)}
          height={Math.max(1, y(chosen.from) - y(chosen.to))}
        />
      )}
      <rect
        className={styles.grip}
        x={x - 16}
        width={32}
        y={y(1)}
        height={PLOT.height}
        onPointerDown={start}
        onPointerMove={drag}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
      {(["to", "from"] as const).map((end) => (
        <Handle
          key={end}
          x={x}
          y={y((chosen ?? WHOLE)[end])}
          end={end}
          share={(interval ?? WHOLE)[end]}
          label={t(`tuning.parallel.${end === "from" ? "lowest" : "highest"}`, { name })}
          text={write(valueAt(axis.range, (interval ?? WHOLE)[end]))}
          onMove={(share) => move(end, share)}
          onClear={() => onBrush(undefined)}
        />
      ))}
    </g>
  );
}

interface HandleProps {
  x: number;
  y: number;
  end: keyof Interval;
  share: number;
  label: string;
  text: string;
  onMove: (share: number) => void;
  onClear: () => void;
}

const KEYS: Record<string, (share: number) => number> = {
  ArrowUp: (share) => share + STEP,
  ArrowRight: (share) => share + STEP,
  ArrowDown: (share) => share - STEP,
  ArrowLeft: (share) => share - STEP,
  Home: () => 0,
  End: () => 1,
};

function Handle({ x, y, end, share, label, text, onMove, onClear }: HandleProps) {
  const press = (event: KeyboardEvent) => {
    const next = KEYS[event.key];
    if (next === undefined && event.key !== "Escape") return;
    event.preventDefault();
    if (next === undefined) onClear();
    else onMove(Math.round(next(share) * 1000) / 1000);
  };
  const sign = end === "to" ? -1 : 1;
  return (
    <path
      className={styles.handle}
      d={`M${x - 6},${y + sign * 6}h12l-6,${-sign * 6}z`}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
      onKeyDown={press}
    />
  );
}

function ordered(one: number, other: number): Interval {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
