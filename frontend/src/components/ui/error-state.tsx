import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Problem } from "@/api/problem";
import { fieldText, problemText } from "@/i18n/problem-text";

import styles from "./state.module.css";

interface ErrorStateProps {
  error: unknown;
  /** Try the failed thing again. */
  onRetry?: () => void;
  /** Another way on, such as a link back. */
  action?: ReactNode;
}

/** What happened, what to do, and the request's id for whoever runs the server. */
export function ErrorState({ error, onRetry, action }: ErrorStateProps) {
  const { t } = useTranslation();
  const requestId = error instanceof Problem ? error.requestId : null;
  const code = error instanceof Problem ? error.code : "unexpected";
  // What does not exist will not come by asking again.
  // No field is beside this that could say itself what is wrong with it.
  const errors = error instanceof Problem ? error.errors : [];
  const isGone = error instanceof Problem && error.status === 404;
  const titles = [code, ...(isGone ? ["not_found"] : []), "other"];
  return (
    <div className={styles.state} role="alert">
      <h2>{t(titles.map((title) => `ui.error.title.${title}`))}</h2>
      {errors.length === 0 ? (
        <p className={styles.text}>{problemText(t, error)}</p>
      ) : (
        errors.map((one) => (
          <p key={`${one.pointer} ${one.code}`} className={styles.text}>
            {fieldText(t, one)}
          </p>
        ))
      )}
      {requestId !== null && (
        <p className={styles.request}>
          {t("ui.error.request")} <code>{requestId}</code>
        </p>
      )}
      <div className={styles.actions}>
        {onRetry !== undefined && !(isGone && action !== undefined) && (
          <Button onClick={onRetry}>{t("ui.error.retry")}</Button>
        )}
        {action}
      </div>
    </div>
  );
}
