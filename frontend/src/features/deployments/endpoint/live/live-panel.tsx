import { Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { InputSpec } from "@/components/inputs/input-spec";
import type { PredictionKind } from "@/components/predictions/documents";

import { LiveCamera } from "./live-camera";
import { LiveMicrophone } from "./live-microphone";
import styles from "./live.module.css";

interface LivePanelProps {
  predictUrl: string;
  secret: string;
  input: InputSpec;
  kind: PredictionKind;
}

/** Switch on the camera or the microphone, and the model answers all the time. */
export function LivePanel({ predictUrl, secret, input, kind }: LivePanelProps) {
  const { t } = useTranslation();
  const [isLive, setLive] = useState(false);
  const isCamera = input.kind === "image";
  const isMicrophone = input.kind === "audio" && kind === "transcript";
  if (!isCamera && !isMicrophone) return null;
  const isOn = isLive && secret !== "";
  return (
    <div className={styles.stack}>
      <label className={styles.switch}>
        <Switch checked={isOn} disabled={secret === ""} onChange={setLive} />
        <span>{t(isCamera ? "deployments.live.camera" : "deployments.live.microphone")}</span>
      </label>
      {isOn && isCamera && <LiveCamera predictUrl={predictUrl} secret={secret} kind={kind} />}
      {isOn && isMicrophone && <LiveMicrophone predictUrl={predictUrl} secret={secret} />}
    </div>
  );
}
