import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";

import { useInspection } from "../../api/quality/use-inspection";
import { useInspections } from "../../api/quality/use-inspections";
import { queriesOf, useCounts } from "../../api/samples/use-counts";
import { FilterOption } from "./filter-option";

interface Props {
  dataset: Dataset;
  chosen: string | null;
  onChoose: (finding: string | null) => void;
}

/** What the latest inspection found, each with its samples. */
export function FindingFilter({ dataset, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const inspections = useInspections(dataset.id);
  const latest = inspections.data?.find((inspection) => inspection.state === "ready");
  const inspection = useInspection(dataset.id, latest?.id);
  const findings = inspection.data?.findings ?? [];
  // What was found then may have been mended or moved to the trash since.
  const counts = useCounts(
    dataset.id,
    queriesOf(
      findings.map(({ id }) => id),
      (finding) => ({ finding }),
    ),
  );
  const isEarlier = chosen !== null && !findings.some((finding) => finding.id === chosen);
  if (findings.length === 0 && chosen === null) return null;
  return (
    <section>
      <h3>{t("quality.title")}</h3>
      {findings.map(({ id, kind }) => (
        <FilterOption
          key={id}
          name={t(`quality.kind.${kind}.name`)}
          count={counts.data?.[id]}
          isChosen={chosen === id}
          onChoose={() => onChoose(chosen === id ? null : id)}
        />
      ))}
      {isEarlier && !inspection.isPending && (
        <FilterOption
          name={t("quality.earlier")}
          count={undefined}
          isChosen
          onChoose={() => onChoose(null)}
        />
      )}
    </section>
  );
}
