import { RobotOutlined } from "@ant-design/icons";
import { Button, Slider } from "antd";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";
import { Key } from "@/components/ui/key-hints";
import { Percent } from "@/components/ui/numbers";

import { labelColor, labelName } from "../editors/editor";
import type { SuggestedRegion } from "../model/suggestions";
import type { ProposalState } from "../use-proposal";
import styles from "./suggestion-bar.module.css";

interface Props {
  state: ProposalState;
  labels: readonly Label[];
  mayLabel: boolean;
  onAccept: () => void;
  onAcceptOne: (region: SuggestedRegion) => void;
}

const KEYS = { accept: "⇧ ↵", acceptOne: "⇧ Space", reject: "⇧ ⌫" } as const;

/** What the model says of this sample, and the ways to answer it. */
export function SuggestionBar({ state, labels, mayLabel, onAccept, onAcceptOne }: Props) {
  const { t } = useTranslation();
  const { suggestion, proposal, isOpen, threshold, setThreshold, chosen } = state;
  if (suggestion === null) return null;
  const who =
    suggestion.model === null
      ? t(`labelling.suggest.who.${suggestion.method}`)
      : `${suggestion.model.model_name} ${suggestion.model.number}`;
  if (suggestion.is_rejected) {
    return (
      <section className={styles.bar} aria-label={t("labelling.suggest.title")}>
        <RobotOutlined aria-hidden />
        <span className={styles.muted}>{t("labelling.suggest.rejected")}</span>
        <Button size="small" onClick={() => state.setRejected(false)}>
          {t("labelling.suggest.bringBack")}
        </Button>
      </section>
    );
  }
  const hasAnnotations = suggestion.state.regions.length > 0;
  if (!isOpen && !hasAnnotations) return null;
  const scoreOf = (id: string) =>
    suggestion.state.labels.find((label) => label.id === id)?.score ?? suggestion.score;
  return (
    <section className={styles.bar} aria-label={t("labelling.suggest.title")}>
      <RobotOutlined aria-hidden />
      <span>{t("labelling.suggest.says", { who })}</span>
      {proposal.labelIds.map((id) => (
        <span key={id} className={styles.chip}>
          <i style={{ background: labelColor(labels, id) }} />
          {labelName(labels, id)} <Percent value={scoreOf(id)} digits={0} />
        </span>
      ))}
      {proposal.texts.map((text) => (
        <q key={text} className={styles.quote}>
          {text}
        </q>
      ))}
      {proposal.value !== null && <span className={styles.chip}>{proposal.value.toFixed(2)}</span>}
      {hasAnnotations && (
        <>
          <span aria-live="polite">
            {t("labelling.suggest.annotations", { count: proposal.regions.length })}
          </span>
          <label className={styles.threshold}>
            <span className={styles.muted}>
              {t("labelling.suggest.from")} <Percent value={threshold} digits={0} />
            </span>
            <Slider
              className={styles.slider}
              ariaLabelForHandle={t("labelling.suggest.threshold")}
              min={0}
              max={1}
              step={0.01}
              tooltip={{ open: false }}
              value={threshold}
              onChange={setThreshold}
            />
          </label>
        </>
      )}
      <span className={styles.spring} />
      {chosen !== null && (
        <Button size="small" disabled={!mayLabel} onClick={() => onAcceptOne(chosen)}>
          {t("labelling.suggest.acceptOne", {
            name: labelName(labels, chosen.labelId) || chosen.text,
          })}
          <Key>{KEYS.acceptOne}</Key>
        </Button>
      )}
      <Button size="small" type="primary" disabled={!mayLabel || !isOpen} onClick={onAccept}>
        {t(hasAnnotations ? "labelling.suggest.acceptAll" : "labelling.suggest.accept")}
        <Key>{KEYS.accept}</Key>
      </Button>
      <Button size="small" disabled={!mayLabel || !isOpen} onClick={() => state.setRejected(true)}>
        {t("labelling.suggest.reject")}
        <Key>{KEYS.reject}</Key>
      </Button>
    </section>
  );
}
