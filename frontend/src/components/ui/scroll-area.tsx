import type { ReactNode } from "react";

/** Below this a table of many columns breaks every word. */
const COMFORTABLE_WIDTH = 640;

interface ScrollAreaProps {
  /** What the region holds, for those who reach it by keyboard. */
  label: string;
  /** How far it shrinks before it scrolls; less for a table of few columns. */
  minWidth?: number;
  children: ReactNode;
}

/** A table that is wider than a narrow window scrolls in here, by keyboard too. */
export function ScrollArea({ label, minWidth = COMFORTABLE_WIDTH, children }: ScrollAreaProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      style={{ overflowX: "auto", overflowY: "hidden" }}
    >
      <div style={{ minWidth }}>{children}</div>
    </div>
  );
}
