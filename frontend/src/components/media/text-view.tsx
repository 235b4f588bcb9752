import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";

import styles from "./media.module.css";
import { readPair, readRows, type Source } from "./source";
import { useText } from "./use-text";

/** Give the text of a source to `children` once it is there. */
export function WithText(props: { source: Source; children: (text: string) => ReactNode }) {
  const { t } = useTranslation();
  const { text, error, retry } = useText(props.source);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (text === undefined) {
    return <div className={styles.waiting} role="status" aria-label={t("ui.loading")} />;
  }
  return props.children(text);
}

/** A text as it was written. */
export function TextView({ source }: { source: Source }) {
  return <WithText source={source}>{(text) => <p className={styles.text}>{text}</p>}</WithText>;
}

/** Two texts side by side. */
export function PairView({ source }: { source: Source }) {
  const { t } = useTranslation();
  return (
    <WithText source={source}>
      {(text) => {
        const pair = readPair(text);
        if (pair === null) return <p className={styles.text}>{text}</p>;
        return (
          <dl className={styles.pair}>
            <dt>{t("media.firstText")}</dt>
            <dd className={styles.text}>{pair.text1}</dd>
            <dt>{t("media.secondText")}</dt>
            <dd className={styles.text}>{pair.text2}</dd>
          </dl>
        );
      }}
    </WithText>
  );
}

/** The text of a source for a place of a few lines. */
export function excerpt(media: Source["media"], text: string): string {
  if (media === "text_pair") {
    const pair = readPair(text);
    if (pair !== null) return `${pair.text1}\n— — —\n${pair.text2}`;
  }
  if (media === "table") {
    const [row] = readRows(text) ?? [];
    if (row !== undefined) {
      return Object.entries(row)
        .map(([column, value]) => `${column}: ${value === null ? "–" : String(value)}`)
        .join("\n");
    }
  }
  return text.slice(0, 600);
}
