import { Alert, Button, Space } from "antd";
import { useTranslation } from "react-i18next";

import { codedText, problemText } from "@/i18n/problem-text";

import type { SegmenterStatus } from "../../api/use-segmenter";
import styles from "../editors.module.css";
import type { Segment } from "./use-segment";

interface SegmenterBarProps {
  status: SegmenterStatus | undefined;
  error: unknown;
  segment: Segment;
  onAgain: () => void;
}

/** Which way things are cut out now, what the model says, and what to do when it cannot. */
export function SegmenterBar(props: SegmenterBarProps) {
  return (
    <div className={styles.segmenter}>
      <State {...props} />
    </div>
  );
}

function State({ status, error, segment, onAgain }: SegmenterBarProps) {
  const { t } = useTranslation();
  if (status === undefined) return null;
  const name = status.name ?? "";
  if (status.state === "absent") {
    return <span className={styles.hint}>{t("labelling.segmenter.absent")}</span>;
  }
  if (status.state === "failed" || error != null) {
    const reason =
      status.error === null
        ? problemText(t, error)
        : codedText(t, status.error.code, status.error.params, status.error.message);
    return (
      <Alert
        type="warning"
        showIcon
        title={t("labelling.segmenter.failed", { name, reason })}
        action={
          <Button size="small" onClick={onAgain}>
            {t("labelling.segmenter.again")}
          </Button>
        }
      />
    );
  }
  if (status.state !== "ready") {
    const key = status.state === "preparing" ? "preparing" : "starting";
    return (
      <span className={styles.hint} role="status">
        {t(`labelling.segmenter.${key}`, { name })}
      </span>
    );
  }
  return <ReadyBar name={name} segment={segment} />;
}

function ReadyBar({ name, segment }: { name: string; segment: Segment }) {
  const { t } = useTranslation();
  const { draft, error, isBusy, accept, drop } = segment;
  if (draft === null) {
    return <span className={styles.hint}>{t("labelling.segmenter.ready", { name })}</span>;
  }
  if (error != null) {
    return <Alert type="warning" showIcon title={problemText(t, error)} />;
  }
  const { answer } = draft;
  const isEmpty = answer !== null && answer.geometry === null;
  const message = isEmpty
    ? t("labelling.segmenter.empty", { name })
    : t("labelling.segmenter.confidence", { name, score: Math.round((answer?.score ?? 0) * 100) });
  return (
    <Space wrap>
      <span className={styles.hint} role="status">
        {answer === null ? t("labelling.segmenter.asked", { name }) : message}
      </span>
      <Button
        size="small"
        type="primary"
        disabled={isBusy || answer === null || isEmpty}
        onClick={accept}
      >
        {t("labelling.segmenter.keep")}
      </Button>
      <Button size="small" onClick={drop}>
        {t("labelling.segmenter.drop")}
      </Button>
    </Space>
  );
}
