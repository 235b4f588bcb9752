import { Alert, App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { problemText } from "@/i18n/problem-text";

import { importTransport, openImport } from "../api/import-requests";
import { useThisDataset } from "../dataset-context";
import type { DroppedFile } from "../upload/dropped-files";
import type { LabelSource } from "../upload/label-source";
import { packForCsv } from "../upload/pack";
import { planUpload, type UploadPlan } from "../upload/plan";
import { beginSession, endSession, useUploadSession } from "../upload/upload-sessions";
import { Uploader } from "../upload/uploader";
import { ConfirmUpload } from "./confirm-upload";
import { DropZone } from "./drop-zone";
import { UploadProgress } from "./upload-progress";

/** Bring files in: drop, confirm where the labels are, watch, and go on. */
export function ImportTab() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const dataset = useThisDataset();
  const mayImport = useMay("developer");
  const session = useUploadSession(dataset.id);
  const [plan, setPlan] = useState<UploadPlan | null>(null);
  const [isStarting, setStarting] = useState(false);

  const start = async (confirmed: UploadPlan, labelSource: LabelSource) => {
    setStarting(true);
    try {
      const sent = labelSource === "csv" ? await packForCsv(confirmed) : confirmed;
      const importId = await openImport(dataset.id, labelSource);
      const uploader = new Uploader(sent, importTransport(importId));
      beginSession(dataset.id, { importId, labelSource, plan: confirmed, uploader });
      setPlan(null);
      void uploader.start();
    } catch (error) {
      void message.error(problemText(t, error));
    } finally {
      setStarting(false);
    }
  };

  if (!mayImport) return <Alert type="info" showIcon title={t("datasets.import.notAllowed")} />;
  if (session !== undefined) {
    return (
      <UploadProgress
        key={session.importId}
        dataset={dataset}
        session={session}
        onEnd={() => endSession(dataset.id)}
      />
    );
  }
  if (plan !== null) {
    return (
      <ConfirmUpload
        plan={plan}
        multiLabel={dataset.multi_label}
        isStarting={isStarting}
        onStart={(labelSource) => void start(plan, labelSource)}
        onCancel={() => setPlan(null)}
      />
    );
  }
  return <DropZone onFiles={(files: readonly DroppedFile[]) => setPlan(planUpload(files))} />;
}
