import { useTranslation } from "react-i18next";

import type { SampleDetail } from "@/api/datasets";
import { Count, Duration } from "@/components/ui/numbers";

/** What is measured of a file: each medium has its own. */
export function SampleProperties({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation();
  const { width, height, duration_ms: duration } = sample;
  const counts = [
    ["frames", sample.num_frames],
    ["characters", sample.num_characters],
    ["rows", sample.num_rows],
  ] as const;
  return (
    <>
      {width !== null && height !== null && (
        <>
          <dt>{t("datasets.sample.pixels")}</dt>
          <dd>{t("datasets.sample.size", { width, height })}</dd>
        </>
      )}
      {duration !== null && (
        <>
          <dt>{t("datasets.sample.duration")}</dt>
          <dd>
            <Duration seconds={duration / 1000} />
          </dd>
        </>
      )}
      {counts.map(
        ([key, count]) =>
          count !== null && (
            <div key={key} style={{ display: "contents" }}>
              <dt>{t(`datasets.sample.${key}`)}</dt>
              <dd>
                <Count value={count} />
              </dd>
            </div>
          ),
      )}
    </>
  );
}
