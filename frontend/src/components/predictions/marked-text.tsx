import { useMemo } from "react";

import { linesOf, piecesOf } from "./span-pieces";
import styles from "./marked-text.module.css";

export interface ColoredSpan {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly color: string;
  /** Somebody has yet to say whether it is so: drawn dashed, without a ground. */
  readonly isSuggested?: boolean;
}

interface MarkedTextProps {
  text: string;
  spans: readonly ColoredSpan[];
  active?: number | null;
  onHover?: (index: number | null) => void;
  onChoose?: (index: number) => void;
}

/** Pixels between the lines under the text that carry nested spans. */
const LINE_STEP = 4;

/** A text with spans: the ground of the innermost, a line for each, the name where it ends. */
export function MarkedText({ text, spans, active, onHover, onChoose }: MarkedTextProps) {
  const pieces = useMemo(() => piecesOf(text, spans), [text, spans]);
  const lines = useMemo(() => linesOf(spans), [spans]);
  const depth = Math.max(0, ...lines);
  return (
    <p className={styles.text} style={{ lineHeight: `${26 + depth * LINE_STEP}px` }}>
      {pieces.map((piece) => {
        const inner = piece.over.at(-1);
        if (inner === undefined) {
          return (
            <span key={piece.start} data-start={piece.start}>
              {piece.text}
            </span>
          );
        }
        const isActive = active != null && piece.over.includes(active);
        const color = spans[isActive ? active : inner]?.color;
        const isAnnotated = piece.over.some((index) => spans[index]?.isSuggested !== true);
        return (
          <mark
            key={piece.start}
            className={styles.mark}
            data-start={piece.start}
            style={{
              background: `color-mix(in srgb, ${color} ${isActive ? 40 : isAnnotated ? 18 : 0}%, transparent)`,
              ...(!isAnnotated && { border: `1px dashed ${color}`, borderRadius: 3 }),
              boxShadow: piece.over
                .filter((index) => spans[index]?.isSuggested !== true)
                .map((index) => {
                  const below = 2 + (lines[index] ?? 0) * LINE_STEP;
                  // A shadow of the ground between two lines keeps them apart.
                  return `0 ${below}px 0 ${spans[index]?.color}, 0 ${below + 2}px 0 var(--panel)`;
                })
                .toSorted((one, other) => shadowDepth(one) - shadowDepth(other))
                .join(", "),
            }}
            onMouseEnter={() => onHover?.(inner)}
            onMouseLeave={() => onHover?.(null)}
            {...(onChoose && { onClick: () => onChoose(inner) })}
          >
            {piece.text}
            {piece.ending.map((index) => (
              <span
                key={index}
                className={styles.name}
                // Pure series colours are too light for small letters.
                style={{ color: `color-mix(in oklab, ${spans[index]?.color} 55%, var(--ink))` }}
              >
                {spans[index]?.name}
              </span>
            ))}
          </mark>
        );
      })}
    </p>
  );
}

/** How far down a shadow lies: those above must be painted over those below. */
const shadowDepth = (shadow: string): number => Number(/^0 (\d+)px/.exec(shadow)?.[1] ?? 0);
