import { AudioOutlined, CameraOutlined, DeleteOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { useObjectUrl } from "@/components/inputs/use-object-url";

import type { DroppedFile } from "../upload/dropped-files";
import { CameraStage } from "./camera-stage";
import styles from "./capture.module.css";
import { asDropped, captureName, type Captured, type CapturedMedia } from "./captured";
import { MicrophoneStage } from "./microphone-stage";

interface Props {
  media: CapturedMedia;
  isStarting: boolean;
  onFiles: (files: readonly DroppedFile[]) => void;
}

/** Samples made here, with the camera or the microphone; they are looked at before they are sent. */
export function CapturePanel({ media, isStarting, onFiles }: Props) {
  const { t } = useTranslation();
  const addressOf = useObjectUrl();
  const [isOpen, setOpen] = useState(false);
  const [captures, setCaptures] = useState<readonly Captured[]>([]);
  if (!isOpen) {
    return (
      <div className={styles.closed}>
        <Button
          icon={media === "image" ? <CameraOutlined /> : <AudioOutlined />}
          onClick={() => setOpen(true)}
        >
          {t(media === "image" ? "capture.camera" : "capture.microphone")}
        </Button>
      </div>
    );
  }
  const add = (content: Blob) => {
    const name = captureName(media, new Date());
    const file = new File([content], name, { type: content.type });
    setCaptures((old) => [...old, { file, url: addressOf(file) }]);
  };
  return (
    <Panel
      title={t(`capture.title.${media}`)}
      extra={<Button onClick={() => setOpen(false)}>{t("capture.close")}</Button>}
    >
      <p className={styles.note}>{t("capture.lead")}</p>
      {media === "image" ? <CameraStage onTake={add} /> : <MicrophoneStage onTake={add} />}
      <ul className={styles.taken} aria-label={t("capture.taken", { count: captures.length })}>
        {captures.map(({ file, url }) => (
          <li key={url}>
            {media === "image" ? (
              <img src={url} alt={file.name} />
            ) : (
              // What was just said has no captions.
              // eslint-disable-next-line jsx-a11y/media-has-caption
              <audio src={url} controls aria-label={file.name} />
            )}
            <Button
              size="small"
              type="text"
              aria-label={t("capture.remove", { name: file.name })}
              icon={<DeleteOutlined />}
              onClick={() => setCaptures((old) => old.filter((one) => one.url !== url))}
            />
          </li>
        ))}
      </ul>
      <Button
        type="primary"
        disabled={captures.length === 0}
        loading={isStarting}
        onClick={() => onFiles(asDropped(captures))}
      >
        {t("capture.add", { count: captures.length })}
      </Button>
    </Panel>
  );
}
