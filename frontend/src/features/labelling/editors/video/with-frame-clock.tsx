import { Alert } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { SampleDetail } from "@/api/datasets";
import type { FrameClock } from "@/components/media/frame-clock";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useFrameClock } from "../../api/use-frame-clock";

interface WithFrameClockProps {
  sample: SampleDetail;
  children: (clock: FrameClock) => ReactNode;
}

/** An editor of a video, once it is known when its frames are shown. */
export function WithFrameClock({ sample, children }: WithFrameClockProps) {
  const { t } = useTranslation();
  const { clock, isGuessed } = useFrameClock(sample);
  if (clock === undefined) return <RowsSkeleton />;
  return (
    <>
      {isGuessed && <Alert type="warning" showIcon title={t("video.timesUnknown")} />}
      {children(clock)}
    </>
  );
}
