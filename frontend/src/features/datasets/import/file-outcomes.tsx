import { useVirtualizer } from "@tanstack/react-virtual";
import { Button } from "antd";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Count } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { codedText } from "@/i18n/problem-text";

import type { ItemState, UploadItem, UploadSnapshot } from "../upload/upload-items";
import styles from "./upload-progress.module.css";

const STATES: readonly ItemState[] = [
  "failed",
  "rejected",
  "added",
  "duplicate",
  "restored",
  "processing",
  "sending",
  "waiting",
];
const ROW_HEIGHT = 32;

/** What became of each file; only the rows in view are drawn. */
export function FileOutcomes({ upload }: { upload: UploadSnapshot }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<ItemState | null>(null);
  const items = useMemo(
    () => (shown === null ? upload.items : upload.items.filter((item) => item.state === shown)),
    [upload.items, shown],
  );
  return (
    <Panel
      flush
      title={t("datasets.import.files")}
      extra={
        <div className={styles.tabs}>
          <Tab isShown={shown === null} onShow={() => setShown(null)} count={upload.items.length}>
            {t("datasets.import.allFiles")}
          </Tab>
          {STATES.filter((state) => upload.counts[state] > 0).map((state) => (
            <Tab
              key={state}
              isShown={shown === state}
              onShow={() => setShown(state)}
              count={upload.counts[state]}
            >
              {t(`datasets.outcome.${state}`)}
            </Tab>
          ))}
        </div>
      }
    >
      <Rows items={items} />
    </Panel>
  );
}

interface TabProps {
  isShown: boolean;
  onShow: () => void;
  count: number;
  children: string;
}

function Tab({ isShown, onShow, count, children }: TabProps) {
  return (
    <Button
      size="small"
      type={isShown ? "primary" : "text"}
      aria-pressed={isShown}
      onClick={onShow}
    >
      {children} <Count value={count} />
    </Button>
  );
}

function Rows({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <div ref={scroller} className={styles.list}>
      <ul className={styles.canvas} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item && (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className={styles.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <span>{t(`datasets.outcome.${item.state}`)}</span>
                <span className={styles.path}>{item.path}</span>
                <span className={styles.reason}>
                  {item.code !== null &&
                    codedText(t, item.code, item.params, item.message ?? item.code, "formats")}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
