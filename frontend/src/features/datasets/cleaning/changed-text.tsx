import { useMemo } from "react";

import styles from "./cleaning.module.css";
import { marked } from "./text-changes";

interface ChangedTextProps {
  before: string;
  /** `null` when the text stays as it is, or goes. */
  after: string | null;
  /** Which of both is shown. */
  isAfter: boolean;
}

/** A text before or after cleaning; what only this one has is marked. */
export function ChangedText({ before, after, isAfter }: ChangedTextProps) {
  const [text, other] = isAfter ? [after ?? "", before] : [before, after ?? before];
  const pieces = useMemo(() => marked(text, other), [text, other]);
  const Mark = isAfter ? "ins" : "del";
  return (
    <p className={styles.text}>
      {pieces.map((piece, index) =>
        piece.isChanged ? <Mark key={index}>{piece.text}</Mark> : piece.text,
      )}
    </p>
  );
}
