import styles from "./drawn-layer.module.css";
import type { Source } from "./source";

/** Regions of one label in a sample, as small images draw them. */
export interface Drawn {
  readonly color: string;
  /** SVG path data in pixels of the sample, or from left to right in milliseconds. */
  readonly outlines: string;
  /** Likewise of key points, as lines of no length. */
  readonly points: string;
  /** Where regions of a text begin and end, in code points. */
  readonly spans: readonly (readonly number[])[];
}

/** Width and height of the image that the server draws of a recording. */
const WAVE = { width: 640, height: 160 } as const;

/**
 * What was annotated, over a thumbnail that is shown whole: a few paths, so that hundreds of them
 * scroll smoothly. It takes its place from the box around it, as the image does.
 */
export function DrawnLayer({ source, drawn }: { source: Source; drawn: readonly Drawn[] }) {
  const { width, height, durationSeconds } = source;
  const isWave = source.media === "audio" && durationSeconds !== undefined && durationSeconds > 0;
  const size =
    width !== undefined && height !== undefined ? { width, height } : isWave ? WAVE : undefined;
  if (size === undefined) return null;
  return (
    <svg
      className={styles.layer}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden
    >
      <g
        transform={
          isWave ? `scale(${WAVE.width / (durationSeconds * 1000)} ${WAVE.height})` : undefined
        }
      >
        {drawn.map(({ color, outlines, points }, index) => (
          <g key={index} color={color}>
            {outlines !== "" && (
              <>
                <path className={styles.halo} d={outlines} />
                <path className={styles.outline} d={outlines} />
              </>
            )}
            {points !== "" && (
              <>
                <path className={styles.ring} d={points} />
                <path className={styles.point} d={points} />
              </>
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}
