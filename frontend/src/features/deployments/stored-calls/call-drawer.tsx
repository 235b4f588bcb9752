import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button, Drawer } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { TaskCard } from "@/api/task-card";
import { PredictionView } from "@/components/predictions/prediction-view";
import { SampleMedia } from "@/components/media/sample-media";
import { formatPercent, formatTime } from "@/i18n/format";

import type { StoredCall } from "../types";
import { callSource, resultsOf, truthText } from "./call-source";
import { RightTag } from "./right-tag";
import styles from "./stored-calls.module.css";

interface CallDrawerProps {
  projectId: string;
  call: StoredCall | undefined;
  card: TaskCard;
  onMove: (by: number) => void;
  onAdd: () => void;
  onClose: () => void;
}

/** Kinds whose view draws on what was sent; beside the others it is shown above. */
const DRAWN_ON = new Set(["boxes", "masks", "words", "anomaly", "spans", "opinions", "relations"]);

/** One stored call at full size: what was sent, what each revision predicted, what was right. */
export function CallDrawer({ projectId, call, card, onMove, onAdd, onClose }: CallDrawerProps) {
  const { t, i18n } = useTranslation();
  return (
    <Drawer
      open={call !== undefined}
      size="large"
      title={t("calls.one", { id: call?.log_id })}
      extra={
        <span className={styles.row}>
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label={t("calls.previous")}
            onClick={() => onMove(-1)}
          />
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label={t("calls.next")}
            onClick={() => onMove(1)}
          />
        </span>
      }
      onClose={onClose}
    >
      {call !== undefined && (
        <div className={styles.stack}>
          {!DRAWN_ON.has(card.prediction) && (
            <SampleMedia source={callSource(call, card.media)} maxHeight="50vh" />
          )}
          <Answer
            title={t("calls.predicted", { number: call.revision ?? "–" })}
            note={<RightTag call={call} />}
          >
            <PredictionView
              kind={card.prediction}
              prediction={resultsOf(call.results, card.prediction)}
              source={callSource(call, card.media)}
            />
          </Answer>
          {call.shadows.map((shadow) => (
            <Answer
              key={shadow.revision}
              title={t("calls.shadow", { number: shadow.revision })}
              note={
                shadow.agreement !== null &&
                t("calls.agreement", { share: formatPercent(shadow.agreement, i18n.language) })
              }
            >
              <PredictionView
                kind={card.prediction}
                prediction={resultsOf(shadow.results, card.prediction)}
                source={callSource(call, card.media)}
              />
            </Answer>
          ))}
          <dl className={styles.details}>
            {call.truth !== null && (
              <Fact name={t("calls.fact.truth")}>{truthText(call.truth)}</Fact>
            )}
            <Fact name={t("calls.fact.reason")}>{t(`calls.reason.${call.reason}`)}</Fact>
            <Fact name={t("calls.fact.time")}>
              {formatTime(call.called_at, i18n.language, "moment")}
            </Fact>
            <Fact name={t("calls.fact.caller")}>
              {call.caller_name ?? (call.caller || t("calls.unknown"))}
            </Fact>
            <Fact name={t("calls.fact.version")}>
              {call.version === null ? t("calls.unknown") : `v${call.version}`}
            </Fact>
          </dl>
          {call.sample === null ? (
            <div>
              <Button type="primary" onClick={onAdd}>
                {t("calls.add.one")}
              </Button>
            </div>
          ) : (
            <Link
              to={`/projects/${projectId}/label/${call.sample.dataset_id}?scope=all&sample=${call.sample.id}`}
            >
              {t(call.sample.is_labelled ? "calls.sample.look" : "calls.sample.correct")}
            </Link>
          )}
        </div>
      )}
    </Drawer>
  );
}

function Answer(props: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.stack}>
      <h3 className={styles.row}>
        {props.title} {props.note}
      </h3>
      {props.children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
