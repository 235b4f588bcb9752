import { Slider } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { DISAGREEMENTS, type DisagreementKind, type SampleFilters } from "@/api/sample-filters";

import { useDisagreementCounts } from "../../api/samples/use-disagreement-counts";
import { FilterOption } from "./filter-option";
import styles from "./filter-rail.module.css";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
  onChange: (change: Partial<SampleFilters>) => void;
}

const USUAL_LEAST = 0.5;

/** Where a model says something else than the annotation, the surest first. */
export function DisagreementFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const asked = filters.disagreement;
  const least = asked?.least ?? USUAL_LEAST;
  const counts = useDisagreementCounts(dataset.id, least);
  const [moved, setMoved] = useState<number | null>(null);
  if ((counts.data?.any ?? 0) === 0 && asked === null) return null;
  const ask = (kind: DisagreementKind) =>
    onChange(
      asked?.kind === kind
        ? { disagreement: null }
        : { disagreement: { kind, least }, ordering: "-disagreement" },
    );
  const isShown = (kind: DisagreementKind) =>
    kind === "any" || kind === asked?.kind || (counts.data?.[kind] ?? 0) > 0;
  const shown = moved ?? least;
  return (
    <section>
      <h3>{t("datasets.disagreement.title")}</h3>
      {DISAGREEMENTS.filter(isShown).map((kind) => (
        <FilterOption
          key={kind}
          name={t(`datasets.disagreement.${kind}`)}
          count={counts.data?.[kind]}
          isChosen={asked?.kind === kind}
          onChoose={() => ask(kind)}
        />
      ))}
      {asked !== null && (
        <label className={styles.least}>
          <span>{t("datasets.disagreement.least", { percent: Math.round(shown * 100) })}</span>
          <Slider
            ariaLabelForHandle={t("datasets.disagreement.sure")}
            tooltip={{ open: false }}
            min={0}
            max={1}
            step={0.05}
            value={shown}
            onChange={setMoved}
            onChangeComplete={(value) => {
              setMoved(null);
              onChange({ disagreement: { kind: asked.kind, least: value } });
            }}
          />
        </label>
      )}
    </section>
  );
}
