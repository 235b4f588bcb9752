import { CameraOutlined } from "@ant-design/icons";
import { Alert, Button, Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { closeDevice, openDevice, type CaptureProblem } from "@/components/media/capture-problem";
import { frameOf } from "@/components/media/frame";

import styles from "./capture.module.css";
import { useSpace } from "./use-space";

const QUALITY = 0.95;
/** As large as the camera can; small ones give what they have. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** What the camera sees, and an image of it at each press. */
export function CameraStage({ onTake }: { onTake: (image: Blob) => void }) {
  const { t } = useTranslation();
  const view = useRef<HTMLVideoElement>(null);
  const [device, setDevice] = useState<string>();
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const [problem, setProblem] = useState<CaptureProblem>();
  const [isReady, setReady] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    let opened: MediaStream | undefined;
    const choice = device === undefined ? {} : { deviceId: { exact: device } };
    void openDevice({ video: { ...SIZE, ...choice } }).then(async (stream) => {
      if (typeof stream === "string") {
        if (!left) setProblem(stream);
        return;
      }
      if (left) {
        closeDevice(stream);
        return;
      }
      opened = stream;
      setProblem(undefined);
      if (view.current !== null) view.current.srcObject = stream;
      // Their names are told only once one of them may be used.
      const found = await navigator.mediaDevices.enumerateDevices();
      setDevices(found.filter(({ kind }) => kind === "videoinput"));
    });
    return () => {
      left = true;
      setReady(false);
      if (opened !== undefined) closeDevice(opened);
    };
  }, [device, attempt]);

  const take = () => {
    const video = view.current;
    if (video === null || !isReady) return;
    void frameOf(video, QUALITY).then((frame) => frame !== null && onTake(frame.image));
  };
  useSpace(take);
  if (problem !== undefined) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t(`capture.problem.${problem}`)}
        action={<Button onClick={() => setAttempt((old) => old + 1)}>{t("capture.retry")}</Button>}
      />
    );
  }
  return (
    <div className={styles.stage}>
      <video
        ref={view}
        autoPlay
        playsInline
        muted
        aria-label={t("capture.title.image")}
        onLoadedData={() => setReady(true)}
      />
      <div className={styles.controls}>
        <Button type="primary" icon={<CameraOutlined />} disabled={!isReady} onClick={take}>
          {t("capture.take")}
        </Button>
        {!isReady && <span className={styles.note}>{t("capture.starting")}</span>}
        {devices.length > 1 && (
          <Select
            className={styles.device}
            aria-label={t("capture.device")}
            value={device ?? devices[0]?.deviceId}
            onChange={setDevice}
            options={devices.map(({ deviceId, label }) => ({ value: deviceId, label }))}
          />
        )}
      </div>
    </div>
  );
}
