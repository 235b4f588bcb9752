import { useEffect, useRef } from "react";

import styles from "./predictions.module.css";

/** A field of numbers from 0 to 1, row by row, of any coarseness. */
export type HeatField = readonly (readonly number[])[];

interface HeatLayerProps {
  field: HeatField;
  opacity: number;
}

/** Warm where the field is high, clear where it is low; stretched over the image. */
export function HeatLayer({ field, opacity }: HeatLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = field.length;
  const width = field[0]?.length ?? 0;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || width === 0) return;
    const sheet = context.createImageData(width, height);
    field.forEach((row, y) =>
      row.forEach((value, x) => sheet.data.set(heatColor(value), (y * width + x) * 4)),
    );
    context.putImageData(sheet, 0, 0);
  }, [field, width, height]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      className={styles.heat}
      style={{ opacity }}
      aria-hidden
    />
  );
}

/** From clear over yellow to red: readable without telling red from green. */
export function heatColor(value: number): [number, number, number, number] {
  const heat = Math.max(0, Math.min(1, value));
  return [255, Math.round(220 * (1 - heat)), 0, Math.round(255 * heat)];
}
