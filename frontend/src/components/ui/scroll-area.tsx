import type { ReactNode } from "react";

/** Below this a table of several columns breaks every word. */
const COMFORTABLE_WIDTH = 640;

interface ScrollAreaProps {
  /** What the region holds, for those who reach it by keyboard. */
  label: string;
  children: ReactNode;
}

/** A table that is wider than a narrow window scrolls in here, by keyboard too. */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: "auto" }}>
      <div style={{ minWidth: COMFORTABLE_WIDTH }}>{children}</div>
    </div>
  );
}
