import { InboxOutlined } from "@ant-design/icons";
import { Button, Upload } from "antd";
import { useTranslation } from "react-i18next";

import type { TaskCard } from "@/api/task-card";
import { Bytes } from "@/components/ui/numbers";

import styles from "./batches.module.css";

const ACCEPTED: Readonly<Record<TaskCard["media"], string>> = {
  image: "image/*",
  audio: "audio/*",
  video: "video/*",
  text: ".txt,.csv,.tsv,.xlsx,.parquet,.json,.jsonl",
  text_pair: ".csv,.tsv,.xlsx,.parquet,.json,.jsonl",
  table: ".csv,.tsv,.xlsx,.parquet,.json,.jsonl",
};

interface Props {
  files: readonly File[];
  media: TaskCard["media"] | undefined;
  onChange: (files: readonly File[]) => void;
}

/** Files from this computer; of tables each row is predicted, of text files each line. */
export function FileChoice({ files, media, onChange }: Props) {
  const { t } = useTranslation();
  const isByRow = media === "table" || media === "text" || media === "text_pair";
  return (
    <div className={styles.checks}>
      <Upload.Dragger
        multiple
        accept={media && ACCEPTED[media]}
        showUploadList={false}
        beforeUpload={(file, all) => {
          // Told once for each file of those that were dropped together.
          if (file === all[0]) onChange([...files, ...all]);
          return false;
        }}
      >
        <p>
          <InboxOutlined aria-hidden /> {t("batches.new.drop")}
        </p>
        {isByRow && <p className={styles.muted}>{t("batches.new.byRow")}</p>}
      </Upload.Dragger>
      {files.length > 0 && (
        <p role="status">
          {t("batches.new.chosen", { count: files.length })} (
          <Bytes value={files.reduce((sum, { size }) => sum + size, 0)} />){" "}
          <Button type="link" size="small" onClick={() => onChange([])}>
            {t("batches.new.clear")}
          </Button>
        </p>
      )}
    </div>
  );
}
