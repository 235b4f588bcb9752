import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import { JobProgress } from "@/components/ui/job-progress";
import { problemText } from "@/i18n/problem-text";

import type { useWave } from "../../api/use-wave";

/** Why there is no wave yet, or none at all, and what can be done about it. */
export function WaveNotice({ wave, draw }: ReturnType<typeof useWave>) {
  const { t } = useTranslation();
  if (wave.data instanceof Float32Array || wave.isPending) return null;
  if (wave.isError) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t("audio.noWave")}
        description={problemText(t, wave.error)}
        action={<Button onClick={() => void wave.refetch()}>{t("ui.error.retry")}</Button>}
      />
    );
  }
  return (
    <Alert
      type="info"
      showIcon
      title={t("audio.waveMissing")}
      description={
        draw.data === undefined ? (
          draw.isError && problemText(t, draw.error)
        ) : (
          <JobProgress job={draw.data} onFinished={() => void wave.refetch()} />
        )
      }
      action={
        draw.data === undefined && (
          <Button type="primary" loading={draw.isPending} onClick={() => draw.mutate()}>
            {t("audio.drawWave")}
          </Button>
        )
      }
    />
  );
}
