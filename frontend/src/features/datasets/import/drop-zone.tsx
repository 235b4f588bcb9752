import { CloudUploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Media } from "@/components/media/source";

import { collectDropped, collectPicked, type DroppedFile } from "../upload/dropped-files";
import styles from "./drop-zone.module.css";

/** What the file picker offers: samples of the medium, and what their labels come in. */
const ACCEPTED: Readonly<Record<Media, string>> = {
  image: "image/*,.zip,.csv,.json,.jsonl,.xml,.txt,.yaml",
  text: ".txt,.csv,.tsv,.xlsx,.json,.jsonl,.conll,.bio,.zip",
  text_pair: ".csv,.tsv,.xlsx,.json,.jsonl,.zip",
  audio: "audio/*,.zip,.csv,.tsv,.txt",
  video: "video/*,.zip,.csv,.xml,.txt",
  table: ".csv,.tsv,.xlsx,.parquet,.zip",
};

interface Props {
  media: Media;
  onFiles: (files: readonly DroppedFile[]) => void;
}

/** A large place to drop files, folders and archives, with pickers for those who do not drag. */
export function DropZone({ media, onFiles }: Props) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const [numFound, setNumFound] = useState<number | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setNumFound(0);
    const found = await collectDropped(event.dataTransfer, setNumFound);
    setNumFound(null);
    if (found.length > 0) onFiles(found);
  };

  return (
    <section
      className={`${styles.zone} ${isOver ? styles.over : ""}`}
      aria-label={t("datasets.import.title")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <CloudUploadOutlined className={styles.icon} aria-hidden />
      <h2>{t("datasets.import.dropTitle")}</h2>
      <p className={styles.text}>
        {numFound === null
          ? t("datasets.import.dropText")
          : t("datasets.import.reading", { count: numFound })}
      </p>
      <div className={styles.buttons}>
        <Button type="primary" onClick={() => files.current?.click()}>
          {t("datasets.import.pickFiles")}
        </Button>
        <Button onClick={() => folder.current?.click()}>{t("datasets.import.pickFolder")}</Button>
      </div>
      <p className={styles.hint}>{t(`datasets.import.accepts.${media}`)}</p>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={ACCEPTED[media]}
        aria-label={t("datasets.import.pickFiles")}
        onChange={(event) => onFiles(collectPicked(event.target.files ?? []))}
      />
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label={t("datasets.import.pickFolder")}
        {...{ webkitdirectory: "" }}
        onChange={(event) => onFiles(collectPicked(event.target.files ?? []))}
      />
    </section>
  );
}
