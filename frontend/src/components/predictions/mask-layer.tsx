import { useEffect, useRef } from "react";

import type { ImageSize } from "@/components/media/image-view";
import { seriesColors } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import { maskPixels } from "./run-lengths";
import styles from "./image-prediction.module.css";

export interface PaintedMask {
  readonly counts: string;
  /** `#rrggbb`, or a position in the series of colours. */
  readonly color: string | number;
  readonly isActive: boolean;
}

const OPACITY = 0.45;
const ACTIVE_OPACITY = 0.75;

/** Masks as a sheet of colour over the image, pixel for pixel. */
export function MaskLayer({ masks, size }: { masks: readonly PaintedMask[]; size: ImageSize }) {
  const mode = useThemeMode();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const sheet = context.createImageData(size.width, size.height);
    const series = seriesColors(mode);
    for (const { counts, color, isActive } of masks) {
      const [red = 0, green = 0, blue = 0] = channels(
        typeof color === "string" ? color : (series[color] ?? ""),
      );
      const alpha = Math.round(255 * (isActive ? ACTIVE_OPACITY : OPACITY));
      const pixels = maskPixels(counts, size.width, size.height);
      for (let at = 0; at < pixels.length; at += 1) {
        if (pixels[at] === 1) sheet.data.set([red, green, blue, alpha], at * 4);
      }
    }
    context.putImageData(sheet, 0, 0);
  }, [masks, mode, size.height, size.width]);
  return (
    <canvas
      ref={canvas}
      width={size.width}
      height={size.height}
      className={styles.layer}
      aria-hidden
    />
  );
}

/** The channels of `#rrggbb`. */
function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
