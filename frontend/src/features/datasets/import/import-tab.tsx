import { Alert, App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { PageSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { importTransport, openImport } from "../api/imports/import-requests";
import { labelsOf } from "../api/imports/use-take-back";
import { useThisDataset } from "../dataset-context";
import type { DroppedFile } from "../upload/dropped-files";
import type { DatasetFormat } from "../upload/formats";
import { packFor } from "../upload/pack";
import { planUpload, type UploadPlan } from "../upload/plan";
import { beginSession, endSession, useUploadSession } from "../upload/upload-sessions";
import { Uploader } from "../upload/uploader";
import { isCaptured } from "../capture/captured";
import { CapturePanel } from "../capture/capture-panel";
import { ConfirmFolder } from "./confirm-folder";
import { ConfirmUpload, type StartChoices } from "./confirm-upload";
import { DropZone } from "./drop-zone";
import { FormatGuide } from "./format-guide";
import { InPlacePanel } from "./in-place-panel";
import type { ChosenFolder } from "./place-fields";
import { InPlaceProgress } from "./in-place-progress";
import { UploadProgress } from "./upload-progress";
import styles from "./upload-progress.module.css";

/** Bring files in: drop, confirm where the labels are, watch, and go on. */
export function ImportTab() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const dataset = useThisDataset();
  const mayImport = useMay("developer");
  const card = useTaskCard(dataset.task);
  const session = useUploadSession(dataset.id);
  const [plan, setPlan] = useState<UploadPlan | null>(null);
  const [isTakenBack, setTakenBack] = useState(false);
  const [address, setAddress] = useSearchParams();
  const inPlace = address.get("import");
  const [folder, setFolder] = useState<ChosenFolder | null>(null);
  const [isStarting, setStarting] = useState(false);

  const start = async (confirmed: UploadPlan, format: DatasetFormat, how: StartChoices = {}) => {
    setStarting(true);
    try {
      const { unasked } = how;
      const before = unasked === undefined ? [] : await labelsOf(dataset.id);
      const sent = await packFor(confirmed, format);
      const importId = await openImport(dataset.id, format, how);
      const uploader = new Uploader(sent, importTransport(importId));
      beginSession(dataset.id, {
        importId,
        format,
        plan: confirmed,
        uploader,
        unasked: unasked === undefined ? null : { guess: unasked, labelsBefore: idsOf(before) },
      });
      setPlan(null);
      setTakenBack(false);
      void uploader.start();
    } catch (error) {
      void message.error(problemText(t, error));
    } finally {
      setStarting(false);
    }
  };

  if (card === undefined) return <PageSkeleton />;
  if (!mayImport) return <Alert type="info" showIcon title={t("datasets.import.notAllowed")} />;
  if (session !== undefined) {
    return (
      <UploadProgress
        key={session.importId}
        dataset={dataset}
        session={session}
        onEnd={() => endSession(dataset.id)}
        onTakenBack={() => {
          endSession(dataset.id);
          setTakenBack(true);
          setPlan(session.plan);
        }}
      />
    );
  }
  if (inPlace !== null) {
    return (
      <InPlaceProgress
        key={inPlace}
        dataset={dataset}
        importId={inPlace}
        onEnd={() => setAddress({})}
      />
    );
  }
  if (plan !== null) {
    return (
      <ConfirmUpload
        datasetId={dataset.id}
        plan={plan}
        kind={card}
        formats={card.formats}
        isStarting={isStarting}
        hasAnnotations={dataset.num_labelled > 0}
        // What was taken back lies in the trash with the labels of another reading.
        initialExisting={isTakenBack ? "replace" : "keep"}
        mayStartUnasked={!isTakenBack && dataset.num_samples + dataset.num_trashed === 0}
        onStart={(format, how) => void start(plan, format, how)}
        onCancel={() => {
          setPlan(null);
          setTakenBack(false);
        }}
      />
    );
  }
  if (folder !== null) {
    return (
      <ConfirmFolder
        datasetId={dataset.id}
        place={folder}
        kind={card}
        formats={card.formats}
        hasAnnotations={dataset.num_labelled > 0}
        onStarted={(importId) => {
          setFolder(null);
          setAddress({ import: importId });
        }}
        onCancel={() => setFolder(null)}
      />
    );
  }
  return (
    <div className={styles.page}>
      <DropZone
        media={card.media}
        onFiles={(files: readonly DroppedFile[]) => setPlan(planUpload(files, card.media))}
      />
      {isCaptured(card.media) && (
        <CapturePanel
          media={card.media}
          isStarting={isStarting}
          onFiles={(files) => void start(planUpload(files, card.media), "loose_files")}
        />
      )}
      <InPlacePanel
        datasetId={dataset.id}
        formats={card.formats}
        hasAnnotations={dataset.num_labelled > 0}
        onStarted={(importId) => setAddress({ import: importId })}
        onPreview={setFolder}
      />
      <FormatGuide formats={card.formats} kind={card} />
    </div>
  );
}

function idsOf(labels: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(labels.map(({ id }) => id));
}
