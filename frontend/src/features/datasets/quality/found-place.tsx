import type { FoundSample } from "../api/quality/quality-keys";
import styles from "./finding-card.module.css";

/** The place in an image that a finding is about, drawn over its thumbnail. */
export function FoundPlace({ found }: { found: FoundSample }) {
  const { left, top, width, height } = found.params;
  const size = found.sample;
  if (
    typeof left !== "number" ||
    typeof top !== "number" ||
    typeof width !== "number" ||
    typeof height !== "number" ||
    size?.width == null ||
    size.height == null
  ) {
    return null;
  }
  return (
    <svg
      aria-hidden
      className={styles.place}
      viewBox={`0 0 ${size.width} ${size.height}`}
      // As the thumbnail is fitted: what does not fit its tile is cut away.
      preserveAspectRatio="xMidYMid slice"
    >
      <rect x={left} y={top} width={width} height={height} />
    </svg>
  );
}
