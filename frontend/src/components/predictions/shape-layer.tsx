import type { ImageSize } from "@/components/media/image-view";

import type { Location } from "./documents";
import styles from "./image-prediction.module.css";

export interface Shape {
  readonly key: number;
  readonly title: string;
  readonly color: string;
  readonly location: Location;
  readonly isActive: boolean;
  /** The outline of a mask's enclosing box says little; only its name is written. */
  readonly isNameOnly?: boolean;
  /** Its name is written while it is chosen: else it would cover the text that it repeats. */
  readonly isNamedIfActive?: boolean;
}

interface ShapeLayerProps {
  shapes: readonly Shape[];
  size: ImageSize;
  onHover?: (key: number | null) => void;
  isUnnamed?: boolean;
}

/** Above this number names would only hide the image; the chosen one is still written. */
const MAX_NAMES = 40;

/** Boxes and four-sided regions with their names. */
export function ShapeLayer({ shapes, size, onHover, isUnnamed }: ShapeLayerProps) {
  const isCrowded = isUnnamed || shapes.length > MAX_NAMES;
  return (
    <>
      <svg
        className={styles.layer}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {shapes.map(({ key, location, color, isActive, isNameOnly }) => (
          <polygon
            key={key}
            points={cornersOf(location)}
            className={styles.shape}
            style={{
              stroke: isNameOnly && !isActive ? "transparent" : color,
              fill: isActive && !isNameOnly ? color : "transparent",
              strokeWidth: isActive ? 3 : 2,
            }}
            onMouseEnter={() => onHover?.(key)}
            onMouseLeave={() => onHover?.(null)}
          />
        ))}
      </svg>
      {shapes.map(
        ({ key, location, color, title, isActive, isNamedIfActive }) =>
          (isActive || !(isCrowded || isNamedIfActive)) && (
            <span
              key={key}
              className={`${styles.name} ${location.top < size.height * 0.06 ? styles.inside : ""}`}
              style={{
                left: `${(Math.max(0, location.left) / size.width) * 100}%`,
                top: `${(Math.max(0, location.top) / size.height) * 100}%`,
                borderLeftColor: color,
                zIndex: isActive ? 1 : undefined,
              }}
              aria-hidden
            >
              {title}
            </span>
          ),
      )}
    </>
  );
}

function cornersOf({ left, top, width, height, points }: Location): string {
  const corners = points?.map((point) => ("x" in point ? [point.x, point.y] : point)) ?? [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
  return corners.map((corner) => corner.join(",")).join(" ");
}
