import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { formatBytes } from "@/i18n/format";

import { foldersOfImages, guessLabelSource, type LabelSource } from "../upload/label-source";
import type { UploadPlan } from "../upload/plan";
import styles from "./confirm-upload.module.css";
import { LabelSourceChoice } from "./label-source-choice";

interface Props {
  plan: UploadPlan;
  multiLabel: boolean;
  isStarting: boolean;
  onStart: (source: LabelSource) => void;
  onCancel: () => void;
}

/** What was found in the drop, and where its labels are: guessed, shown, and for you to confirm. */
export function ConfirmUpload({ plan, multiLabel, isStarting, onStart, onCancel }: Props) {
  const { t, i18n } = useTranslation();
  const guess = guessLabelSource(plan);
  const [source, setSource] = useState<LabelSource>(guess);
  const numSendable = plan.images.length + plan.archives.length;
  const bytes = [...plan.images, ...plan.archives].reduce((sum, { file }) => sum + file.size, 0);
  const folders = [...foldersOfImages(plan)];
  return (
    <Panel title={t("datasets.import.found")}>
      <div className={styles.body}>
        <p>
          {[
            plan.images.length > 0 && t("datasets.numImages", { count: plan.images.length }),
            plan.archives.length > 0 &&
              t("datasets.import.numArchives", { count: plan.archives.length }),
            formatBytes(bytes, i18n.language),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {plan.ignored.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t("datasets.import.ignored", {
              count: plan.ignored.length,
              names: plan.ignored
                .slice(0, 5)
                .map((file) => file.path)
                .join(", "),
            })}
          />
        )}
        {numSendable === 0 ? (
          <Alert type="error" showIcon title={t("datasets.import.nothingUsable")} />
        ) : (
          <LabelSourceChoice
            value={source}
            guess={guess}
            hasArchives={plan.archives.length > 0}
            hasTable={plan.tables.length > 0}
            multiLabel={multiLabel}
            onChange={setSource}
          />
        )}
        {source === "folder" && folders.length > 0 && (
          <p className={styles.folders}>
            {t("datasets.import.folders", { count: folders.length })}{" "}
            {folders
              .slice(0, 12)
              .map(([name, count]) => `${name} (${count})`)
              .join(", ")}
            {folders.length > 12 && "…"}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            type="primary"
            disabled={numSendable === 0}
            loading={isStarting}
            onClick={() => onStart(source)}
          >
            {t("datasets.import.start")}
          </Button>
          <Button onClick={onCancel}>{t("datasets.import.other")}</Button>
        </div>
      </div>
    </Panel>
  );
}
