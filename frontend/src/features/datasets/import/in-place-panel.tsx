import { Button, Form, Segmented, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useImportPlaces } from "../api/imports/use-import-places";
import type { Existing } from "../api/imports/import-requests";
import { useTakeInPlace, type ImportPlace } from "../api/imports/use-take-in-place";
import type { DatasetFormat } from "../upload/formats";
import { ExistingChoice } from "./existing-choice";
import styles from "./in-place-panel.module.css";
import { BucketPlace, FolderPlace, WebPlace, type ChosenFolder } from "./place-fields";

type Kind = ImportPlace["kind"];

interface Props {
  datasetId: string;
  formats: readonly DatasetFormat[];
  /** Whether samples of the dataset are annotated already. */
  hasAnnotations: boolean;
  onStarted: (importId: string) => void;
  /** A folder of the server was chosen: what lies there is looked at first. */
  onPreview: (folder: ChosenFolder) => void;
}

/** Take files in where they are: nothing is sent or copied, samples refer to them. */
export function InPlacePanel({ datasetId, formats, hasAnnotations, onStarted, onPreview }: Props) {
  const { t } = useTranslation();
  const places = useImportPlaces(datasetId);
  const take = useTakeInPlace(datasetId);
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [format, setFormat] = useState<DatasetFormat>(formats[0] ?? "loose_files");
  const [place, setPlace] = useState<ImportPlace | null>(null);
  const [folder, setFolder] = useState<ChosenFolder | null>(null);
  const [existing, setExisting] = useState<Existing>("keep");
  if (places.data === undefined) return null;
  const { folders, buckets, web } = places.data;
  const kinds: Kind[] = [
    ...(folders.length > 0 ? (["folder"] as const) : []),
    ...(buckets.length > 0 ? (["bucket"] as const) : []),
    ...(web ? (["web"] as const) : []),
  ];
  const first = kinds[0];
  if (first === undefined) return null;
  const kind = chosen ?? first;
  return (
    <Panel title={t("datasets.inPlace.title")}>
      <p className={styles.text}>{t("datasets.inPlace.text")}</p>
      {kinds.length > 1 && (
        <Segmented<Kind>
          className={styles.kinds}
          aria-label={t("datasets.inPlace.kind")}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`datasets.inPlace.${value}.name`) }))}
          onChange={(value) => {
            setChosen(value);
            setPlace(null);
            take.reset();
          }}
        />
      )}
      <Form layout="vertical" component="div" className={styles.form}>
        {kind === "folder" && (
          <>
            <FolderPlace datasetId={datasetId} folders={folders} onChange={setFolder} />
            <div>
              <Button
                disabled={folder === null}
                onClick={() => {
                  if (folder !== null) onPreview(folder);
                }}
              >
                {t("datasets.inPlace.look")}
              </Button>
            </div>
          </>
        )}
        {kind === "bucket" && <BucketPlace buckets={buckets} onChange={setPlace} />}
        {kind === "web" && <WebPlace onChange={setPlace} />}
        {kind !== "folder" && (
          <>
            <Form.Item
              label={t("datasets.format.title")}
              htmlFor="in-place-format"
              extra={t(`formats.${format}.text`)}
            >
              <Select<DatasetFormat>
                id="in-place-format"
                value={format}
                options={formats.map((value) => ({ value, label: t(`formats.${value}.name`) }))}
                onChange={setFormat}
              />
            </Form.Item>
            {hasAnnotations && <ExistingChoice value={existing} onChange={setExisting} />}
            <ProblemAlert error={take.error} />
            <div>
              <Button
                disabled={place === null}
                loading={take.isPending}
                onClick={() => {
                  if (place !== null)
                    take.mutate({ place, format, existing }, { onSuccess: onStarted });
                }}
              >
                {t("datasets.inPlace.start")}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Panel>
  );
}
