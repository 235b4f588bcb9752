import type { ImageSize } from "@/components/media/image-view";

import type { NamedPoint } from "./documents";
import styles from "./image-prediction.module.css";

export interface DrawnPoint extends NamedPoint {
  readonly key: string;
  readonly color: string;
  readonly isActive: boolean;
}

interface PointLayerProps {
  points: readonly DrawnPoint[];
  size: ImageSize;
  /** A small image among others: points without their names. */
  isPlain?: boolean;
}

/** With more points than this, only those of the chosen object are named. */
const MAX_NAMES = 20;

/** Key points of objects; rings are covered ones. */
export function PointLayer({ points, size, isPlain }: PointLayerProps) {
  const isCrowded = points.length > MAX_NAMES;
  return points.map(({ key, name, x, y, color, is_visible: isVisible, isActive }) => (
    <span
      key={key}
      className={`${styles.point} ${isPlain ? styles.small : ""}`}
      title={name}
      style={{
        left: `${(x / size.width) * 100}%`,
        top: `${(y / size.height) * 100}%`,
        borderColor: color,
        background: isVisible ? color : "transparent",
        zIndex: isActive ? 1 : undefined,
      }}
      aria-hidden
    >
      {!isPlain && (isActive || !isCrowded) && <span className={styles.pointName}>{name}</span>}
    </span>
  ));
}
