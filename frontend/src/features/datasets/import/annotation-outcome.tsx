import { useTranslation } from "react-i18next";

import { Count } from "@/components/ui/numbers";
import { Stat, Stats } from "@/components/ui/stat";

import styles from "./upload-progress.module.css";
import type { ImportResult } from "./use-import-end";

/** What became of the annotations: every one is in, was there already, or is left out for a reason. */
export function AnnotationOutcome({ annotations }: Pick<ImportResult, "annotations">) {
  const { t } = useTranslation();
  if (annotations.num_given === 0 && annotations.num_negative === 0) return null;
  const { left_out: leftOut } = annotations;
  const numLeftOut = leftOut.reduce((sum, one) => sum + (one.is_detail ? 0 : one.num), 0);
  return (
    <section>
      <h3>{t("datasets.import.annotations")}</h3>
      <Stats>
        <Stat label={t("datasets.import.given")} value={<Count value={annotations.num_given} />} />
        <Stat
          label={t("datasets.import.taken")}
          value={<Count value={annotations.num_taken} />}
          {...(annotations.num_regions > 0 && {
            detail: t("datasets.import.regions", { count: annotations.num_regions }),
          })}
        />
        <Stat
          label={t("datasets.import.same")}
          value={<Count value={annotations.num_same} />}
          {...(annotations.num_merged > 0 && {
            detail: t("datasets.import.mergedFiles", { count: annotations.num_merged }),
          })}
        />
        {annotations.num_replaced > 0 && (
          <Stat
            label={t("datasets.import.replaced")}
            value={<Count value={annotations.num_replaced} />}
          />
        )}
        {annotations.num_negative > 0 && (
          <Stat label={t("datasets.negative")} value={<Count value={annotations.num_negative} />} />
        )}
        <Stat
          label={t("datasets.import.leftOut")}
          value={<Count value={numLeftOut} />}
          tone={numLeftOut > 0 ? "warn" : undefined}
        />
      </Stats>
      {leftOut.length > 0 && (
        <ul className={styles.problems}>
          {leftOut.map(({ code, num }) => (
            <li key={code}>
              {t([`datasets.import.reasons.${code}`, "datasets.import.reasons.other"], {
                code,
                count: num,
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
